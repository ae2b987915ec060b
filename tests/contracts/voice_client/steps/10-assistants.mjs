// Assistants; `made.assistant` is there for everything that follows.
import { entity, keep, list } from '../fits.mjs';

const MIA = {
  name: 'Mia',
  firstMessage: 'Hello, this is Mia.',
  model: { provider: 'mia', messages: [{ role: 'system', content: 'Be kind.' }] },
};

export const steps = {
  assistantControllerCreate: ({ api, made }) => ({
    ask: api.assistant.assistantControllerCreate(MIA),
    fits: keep(made, 'assistant', entity('name')),
  }),
  assistantControllerFindAll: ({ api }) => ({
    ask: api.assistant.assistantControllerFindAll({ limit: 10 }),
    fits: list(entity()),
  }),
  assistantControllerFindOne: ({ api, made }) => ({
    ask: api.assistant.assistantControllerFindOne(made.assistant.id),
    fits: entity('name'),
  }),
  assistantControllerUpdate: ({ api, made }) => ({
    ask: api.assistant.assistantControllerUpdate(made.assistant.id, { name: 'Mia B' }),
    fits: (value) => (value.name === 'Mia B' ? '' : 'not renamed'),
  }),
  assistantControllerReplace: ({ api, made }) => ({
    ask: api.assistant.assistantControllerReplace(made.assistant.id, MIA),
    fits: entity('name'),
  }),
};
