// Phone numbers: of the installation's account, and brought along from others.
import { entity, keep, list, page } from '../fits.mjs';

const number = entity('provider', 'number', 'status');

export const steps = {
  phoneNumberControllerCreate: ({ api, made }) => ({
    ask: api.phoneNumber.phoneNumberControllerCreate({ number: '+13055550187', name: 'Front desk' }),
    fits: keep(made, 'number', number),
  }),
  phoneNumberControllerFindAll: ({ api }) => ({
    ask: api.phoneNumber.phoneNumberControllerFindAll({ limit: 10 }),
    fits: list(number),
  }),
  phoneNumberControllerFindAllPaginated: ({ api }) => ({
    ask: api.v2.phoneNumberControllerFindAllPaginated({ page: 1, sortOrder: 'ASC', limit: 10 }),
    fits: page(number),
  }),
  phoneNumberControllerFindOne: ({ api, made }) => ({
    ask: api.phoneNumber.phoneNumberControllerFindOne(made.number.id),
    fits: number,
  }),
  phoneNumberControllerUpdate: ({ api, made }) => ({
    ask: api.phoneNumber.phoneNumberControllerUpdate(made.number.id, {
      assistantId: made.assistant.id,
      fallbackDestination: { type: 'number', number: '+13055550188' },
    }),
    fits: (value) => number(value) || (value.assistantId === made.assistant.id ? '' : 'not bound'),
  }),
  phoneNumberControllerImportTwilio: ({ api, made, given }) => ({
    ask: api.phoneNumber.phoneNumberControllerImportTwilio({ ...given.twilio, assistantId: made.assistant.id }),
    fits: (value) => number(value) || (value.twilioAuthToken === undefined ? '' : 'the token is shown'),
  }),
  phoneNumberControllerImportVonage: ({ api, made, given }) => ({
    ask: api.phoneNumber.phoneNumberControllerImportVonage({ ...given.vonage, assistantId: made.assistant.id }),
    fits: (value) => number(value) || (value.credentialId === given.vonage.credentialId ? '' : 'of no credential'),
  }),
  phoneNumberControllerRemove: ({ api, made }) => ({
    ask: api.phoneNumber.phoneNumberControllerRemove(made.number.id),
    fits: number,
  }),
};
