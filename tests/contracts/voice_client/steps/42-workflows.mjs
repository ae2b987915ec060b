// Workflows, one made from a tool, and a call that one answers.
import { entity, keep, lacks, list } from '../fits.mjs';

const hello = {
  type: 'conversation',
  name: 'Hello',
  isStart: true,
  prompt: 'Find out what they want.',
  messagePlan: { firstMessage: 'Hello, how can I help you?' },
};
const hangUp = { type: 'tool', name: 'Hang up', tool: { type: 'endCall' } };
const edge = { from: 'Hello', to: 'Hang up', condition: { type: 'ai', prompt: 'They say goodbye.' } };
const workflow = entity('name', 'nodes', 'edges');

export const steps = {
  workflowControllerCreate: ({ api, made }) => ({
    ask: api.workflow.workflowControllerCreate({ name: 'House', nodes: [hello, hangUp], edges: [edge] }),
    fits: keep(made, 'workflow', workflow),
  }),
  workflowControllerFindAll: ({ api }) => ({
    ask: api.workflow.workflowControllerFindAll(),
    fits: list(workflow),
  }),
  workflowControllerFindOne: ({ api, made }) => ({
    ask: api.workflow.workflowControllerFindOne(made.workflow.id),
    fits: workflow,
  }),
  workflowControllerUpdate: ({ api, made }) => ({
    ask: api.workflow.workflowControllerUpdate(made.workflow.id, { globalPrompt: 'Be brief.' }),
    fits: (value) => (value.globalPrompt === 'Be brief.' ? '' : 'not changed'),
  }),
  workflowControllerGenerateFromTranscripts: ({ api }) => ({
    ask: generated(api),
    fits: (value) => lacks(value, ['name', 'nodes', 'edges']) || (value.id === undefined ? '' : 'kept'),
  }),
  workflowControllerDelete: ({ api, made }) => ({
    ask: called(api, made).then(() => api.workflow.workflowControllerDelete(made.workflow.id)),
    fits: workflow,
  }),
};

/** A workflow made from a tool. */
async function generated(api) {
  const tool = await api.tool.toolControllerCreate({ type: 'function', function: { name: 'weather' } });
  return api.workflow.workflowControllerGenerateFromTranscripts({ toolIds: [tool.data.id] });
}

/** A call that the workflow answers. */
function called(api, made) {
  return api.call.callControllerCreateWebCall({ workflowId: made.workflow.id });
}
