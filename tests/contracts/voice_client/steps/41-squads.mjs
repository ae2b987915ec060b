// Squads, and a call that one answers.
import { entity, keep, list } from '../fits.mjs';

export const steps = {
  squadControllerCreate: ({ api, made }) => ({
    ask: api.squad.squadControllerCreate({ name: 'House', members: [{ assistantId: made.assistant.id }] }),
    fits: keep(made, 'squad', entity('members')),
  }),
  squadControllerFindAll: ({ api }) => ({
    ask: api.squad.squadControllerFindAll({ limit: 10 }),
    fits: list(entity('members')),
  }),
  squadControllerFindOne: ({ api, made }) => ({
    ask: api.squad.squadControllerFindOne(made.squad.id),
    fits: entity('members'),
  }),
  squadControllerUpdate: ({ api, made }) => ({
    ask: api.squad.squadControllerUpdate(made.squad.id, {
      name: 'Office',
      members: [{ assistantId: made.assistant.id }],
    }),
    fits: (value) => (value.name === 'Office' ? '' : 'not renamed'),
  }),
  squadControllerRemove: ({ api, made }) => ({
    ask: api.squad.squadControllerRemove(made.squad.id),
    fits: entity('members'),
  }),
};
