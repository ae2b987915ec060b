// Tools, files and knowledge bases: what assistants use.
import { entity, keep, list } from '../fits.mjs';

const LOOK_UP = { name: 'look_up', parameters: { type: 'object', properties: {} } };

export const steps = {
  toolControllerCreate: ({ api, made }) => ({
    ask: api.tool.toolControllerCreate({
      type: 'function',
      async: false,
      function: LOOK_UP,
      server: { url: 'https://tools.example/run' },
    }),
    fits: keep(made, 'tool', entity('type')),
  }),
  toolControllerFindAll: ({ api }) => ({
    ask: api.tool.toolControllerFindAll({ limit: 10 }),
    fits: list(entity('type')),
  }),
  toolControllerFindOne: ({ api, made }) => ({
    ask: api.tool.toolControllerFindOne(made.tool.id),
    fits: entity('type'),
  }),
  toolControllerUpdate: ({ api, made }) => ({
    ask: api.tool.toolControllerUpdate(made.tool.id, { async: true }),
    fits: (value) => (value.async === true ? '' : 'not changed'),
  }),
  toolControllerRemove: ({ api, made }) => ({
    ask: api.tool.toolControllerRemove(made.tool.id),
    fits: entity('type'),
  }),
  fileControllerCreate: ({ api, made }) => ({
    ask: api.file.fileControllerCreate({ file: new File(['Parking is free.'], 'house.txt') }),
    fits: keep(made, 'file', entity('status')),
  }),
  fileControllerCreateDeprecated: ({ api }) => ({
    ask: api.file.fileControllerCreateDeprecated({ file: new File(['# Hours'], 'hours.md') }),
    fits: entity('status'),
  }),
  fileControllerFindAll: ({ api }) => ({ ask: api.file.fileControllerFindAll(), fits: list(entity('status')) }),
  fileControllerFindOne: ({ api, made }) => ({
    ask: api.file.fileControllerFindOne(made.file.id),
    fits: entity('mimetype'),
  }),
  fileControllerUpdate: ({ api, made }) => ({
    ask: api.file.fileControllerUpdate(made.file.id, { name: 'House' }),
    fits: (value) => (value.name === 'House' ? '' : 'not renamed'),
  }),
  knowledgeBaseControllerCreate: ({ api, made }) => ({
    ask: api.knowledgeBase.knowledgeBaseControllerCreate({
      provider: 'trieve',
      name: 'House',
      createPlan: { type: 'create', chunkPlans: [{ fileIds: [made.file.id] }] },
    }),
    fits: keep(made, 'knowledgeBase', entity('provider')),
  }),
  knowledgeBaseControllerFindAll: ({ api }) => ({
    ask: api.knowledgeBase.knowledgeBaseControllerFindAll(),
    fits: list(entity('provider')),
  }),
  knowledgeBaseControllerFindOne: ({ api, made }) => ({
    ask: api.knowledgeBase.knowledgeBaseControllerFindOne(made.knowledgeBase.id),
    fits: entity('provider'),
  }),
  knowledgeBaseControllerUpdate: ({ api, made }) => ({
    ask: api.knowledgeBase.knowledgeBaseControllerUpdate(made.knowledgeBase.id, { name: 'Rules' }),
    fits: (value) => (value.name === 'Rules' ? '' : 'not renamed'),
  }),
  knowledgeBaseControllerRemove: ({ api, made }) => ({
    ask: api.knowledgeBase.knowledgeBaseControllerRemove(made.knowledgeBase.id),
    fits: entity('provider'),
  }),
  fileControllerRemove: ({ api, made }) => ({
    ask: api.file.fileControllerRemove(made.file.id),
    fits: entity('status'),
  }),
};
