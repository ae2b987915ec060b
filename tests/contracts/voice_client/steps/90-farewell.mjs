// What the others needed goes last.
import { entity } from '../fits.mjs';

export const steps = {
  assistantControllerRemove: ({ api, made }) => ({
    ask: api.assistant.assistantControllerRemove(made.assistant.id),
    fits: entity('name'),
  }),
};
