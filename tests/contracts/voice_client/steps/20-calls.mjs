// Calls, of a browser and to phones.
import { entity, keep, lacks, list, page } from '../fits.mjs';

const call = entity('type', 'status');

export const steps = {
  callControllerCreateWebCall: ({ web, made }) => ({
    ask: web.call.callControllerCreateWebCall({ assistantId: made.assistant.id }),
    fits: keep(made, 'call', (value) =>
      call(value) || lacks(value, ['webCallUrl', 'artifactPlan']) || lacks(value.assistant?.voice, ['provider'])),
  }),
  callControllerCreate: ({ api, made, given }) => ({
    ask: api.call.callControllerCreate(
      phoneCall(made, given, { customers: [{ number: '+13055550142' }, { number: 'x' }] }),
    ),
    fits: (value) => list(call)(value.results) || (value.errors.length === 1 ? '' : 'no error for a wrong number'),
  }),
  callControllerCreatePhoneCall: ({ api, made, given }) => ({
    ask: api.call.callControllerCreatePhoneCall(phoneCall(made, given, { customer: { number: '+13055550143' } })),
    fits: keep(made, 'phoneCall', call),
  }),
  callControllerFindAll: ({ api, made }) => ({
    ask: api.call.callControllerFindAll({ assistantId: made.assistant.id, limit: 5 }),
    fits: list(call),
  }),
  callControllerFindOne: ({ api, made }) => ({
    ask: api.call.callControllerFindOne(made.call.id),
    fits: call,
  }),
  callControllerUpdate: ({ api, made }) => ({
    ask: api.call.callControllerUpdate(made.call.id, { name: 'First' }),
    fits: (value) => (value.name === 'First' ? '' : 'not renamed'),
  }),
  callControllerFindAllPaginated: ({ api }) => ({
    ask: api.v2.callControllerFindAllPaginated({ number: '+13055550143', page: 1 }),
    fits: (value) => page(call)(value) || (value.results.length === 1 ? '' : 'not found by number'),
  }),
  callControllerFindAllMetadataPaginated: ({ api }) => ({
    ask: api.v2.callControllerFindAllMetadataPaginated({ sortOrder: 'ASC', limit: 2 }),
    fits: page(call),
  }),
  callControllerExportCalls: ({ api }) => ({
    ask: api.v2.callControllerExportCalls({ async: false }, { format: 'text' }),
    fits: (value) => (value.startsWith('id,assistantId,squadId,') ? '' : 'no such file'),
  }),
  callControllerDeleteCallData: ({ api, made }) => ({
    ask: api.call.callControllerDeleteCallData(made.phoneCall.id),
    fits: call,
  }),
};

function phoneCall(made, given, whom) {
  return { assistantId: made.assistant.id, phoneNumberId: given.phoneNumberId, ...whom };
}
