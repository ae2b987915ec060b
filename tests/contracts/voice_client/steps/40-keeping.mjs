// Credentials, templates and support.
import { entity, keep, lacks, list } from '../fits.mjs';

const credential = entity('provider');
const template = entity('type', 'visibility');
const WEBHOOK = {
  provider: 'webhook',
  name: 'Ours',
  authenticationPlan: { type: 'hmac', secretKey: 'secret', algorithm: 'sha256' },
};

export const steps = {
  credentialControllerCreate: ({ api, made }) => ({
    ask: api.credential.credentialControllerCreate(WEBHOOK),
    fits: keep(made, 'credential', credential),
  }),
  credentialControllerFindAll: ({ api }) => ({
    ask: api.credential.credentialControllerFindAll({ limit: 5 }),
    fits: list(credential),
  }),
  credentialControllerFindOne: ({ api, made }) => ({
    ask: api.credential.credentialControllerFindOne(made.credential.id),
    fits: credential,
  }),
  credentialControllerUpdate: ({ api, made }) => ({
    ask: api.credential.credentialControllerUpdate(made.credential.id, { name: 'Theirs' }),
    fits: (value) => (value.name === 'Theirs' ? '' : 'not renamed'),
  }),
  credentialControllerRemove: ({ api, made }) => ({
    ask: api.credential.credentialControllerRemove(made.credential.id),
    fits: credential,
  }),
  templateControllerCreate: ({ api, made }) => ({
    ask: api.template.templateControllerCreate([
      { type: 'tool', name: 'Booking', provider: 'function', visibility: 'private' },
    ]),
    fits: keep(made, 'template', template),
  }),
  templateControllerFindAll: ({ api }) => ({
    ask: api.template.templateControllerFindAll({ visibility: 'private' }),
    fits: (value) => list(template)(value) || (value.length === 1 ? '' : 'not found by visibility'),
  }),
  templateControllerFindAllPinned: ({ api }) => ({
    ask: api.template.templateControllerFindAllPinned(),
    fits: list(template),
  }),
  templateControllerFindOne: ({ api, made }) => ({
    ask: api.template.templateControllerFindOne(made.template.id),
    fits: template,
  }),
  templateControllerUpdate: ({ api, made }) => ({
    ask: api.template.templateControllerUpdate(made.template.id, { type: 'tool', name: 'Visits' }),
    fits: (value) => (value.name === 'Visits' ? '' : 'not renamed'),
  }),
  templateControllerRemove: ({ api, made }) => ({
    ask: api.template.templateControllerRemove(made.template.id),
    fits: template,
  }),
  supportControllerCreateTicket: ({ api }) => ({
    ask: api.support.supportControllerCreateTicket({ category: 'others', subject: 'Hello', message: 'Hello' }),
    fits: (value) => lacks(value, ['id']),
  }),
};
