// The life itself: what an organization makes, reads, changes and drops, in the order in which things need each other.

const LOOK_UP = { name: 'look_up', parameters: { type: 'object', properties: { name: { type: 'string' } } } };
const SERVER = { url: 'https://tools.example/run' };
const MODEL = { provider: 'openai', model: 'gpt-4o', messages: [{ role: 'system', content: 'Be kind.' }] };

export async function live(ask, given) {
  const assistant = await assistants(ask);
  await tools(ask);
  await files(ask);
  await squads(ask, assistant);
  await ask('phoneNumbers.list', {});
  await ask('phoneNumbers.get', { id: given.phoneNumberId });
  await numbers(ask, assistant, given);
  await calls(ask, assistant, given);
  await campaigns(ask, assistant, given);
  await chats(ask, assistant);
  await ask('analytics.get', { queries: [CALLS_BY_DAY] });
  await ask('phoneNumbers.delete', { id: given.phoneNumberId });
  await ask('assistants.delete', { id: assistant });
}

const CALLS_BY_DAY = {
  table: 'call',
  name: 'Calls',
  groupBy: ['type'],
  timeRange: { step: 'day', timezone: 'America/New_York' },
  operations: [{ operation: 'count', column: 'id' }],
};

async function assistants(ask) {
  const { id } = await ask('assistants.create', {
    name: 'Mia',
    firstMessage: 'Hello, this is Mia.',
    model: { ...MODEL, tools: [{ type: 'function', function: LOOK_UP, server: SERVER }, { type: 'endCall' }] },
    server: SERVER,
    serverMessages: ['status-update', 'end-of-call-report'],
    startSpeakingPlan: { waitSeconds: 0.4 },
    monitorPlan: { listenEnabled: false, controlEnabled: true },
    metadata: { branch: 'north' },
  });
  await ask('assistants.get', { id });
  await ask('assistants.list', {});
  await ask('assistants.update', { id, name: 'Mia B' });
  return id;
}

async function tools(ask) {
  const { id } = await ask('tools.create', { type: 'function', function: LOOK_UP, server: SERVER });
  await ask('tools.get', { id });
  await ask('tools.list', {});
  await ask('tools.update', { id, body: { type: 'function', function: LOOK_UP } });
  await ask('tools.delete', { id });
}

async function numbers(ask, assistant, given) {
  const { id } = await ask('phoneNumbers.create', { provider: 'twilio', ...given.ownNumber });
  await ask('phoneNumbers.update', { id, body: { provider: 'twilio', assistantId: assistant } });
  const ours = { provider: 'vapi', assistantId: assistant };
  await ask('phoneNumbers.update', { id: given.phoneNumberId, body: ours });
  await ask('phoneNumbers.delete', { id });
}

async function files(ask) {
  const { id } = await ask('files.create', { file: new File(['Parking is free.'], 'house.txt') });
  await ask('files.get', { id });
  await ask('files.list', {});
  await ask('files.update', { id, name: 'House' });
  await ask('files.delete', { id });
}

async function squads(ask, assistant) {
  const members = [{ assistantId: assistant }];
  const { id } = await ask('squads.create', { name: 'House', members });
  await ask('squads.get', { id });
  await ask('squads.list', {});
  await ask('squads.update', { id, name: 'Office', members });
  await ask('squads.delete', { id });
}

async function calls(ask, assistant, given) {
  const phone = { assistantId: assistant, phoneNumberId: given.phoneNumberId };
  const customer = { number: '+13055550143', name: 'Ana Ruiz' };
  const { id } = await ask('calls.create', { ...phone, customer });
  await ask('calls.create', { ...phone, customers: [customer] });
  await ask('calls.create', { assistantId: assistant, transport: { provider: 'vapi.websocket' } });
  await ask('calls.get', { id: given.callId });
  await ask('calls.list', {});
  await ask('calls.update', { id, name: 'Second' });
  await ask('calls.delete', { id });
}

/** Listing is not asked: of the hosted libraries, this one and Python's alone take `GET /campaign` for a page. */
async function campaigns(ask, assistant, given) {
  const { id } = await ask('campaigns.campaignControllerCreate', {
    name: 'Recall',
    assistantId: assistant,
    phoneNumberId: given.phoneNumberId,
    customers: [{ number: '+13055550144', name: 'Leo' }],
    schedulePlan: { earliestAt: new Date(Date.now() + 3_600_000).toISOString() },
  });
  await ask('campaigns.campaignControllerFindOne', { id });
  await ask('campaigns.campaignControllerUpdate', { id, body: { status: 'ended' } });
  await ask('campaigns.campaignControllerRemove', { id });
}

async function chats(ask, assistant) {
  const session = await ask('sessions.create', { name: 'One', assistantId: assistant });
  await ask('sessions.get', { id: session.id });
  const { id } = await ask('chats.create', { input: 'one', sessionId: session.id });
  await ask('chats.createResponse', { input: 'one', assistantId: assistant, stream: false });
  await ask('chats.get', { id });
  await ask('chats.list', {});
  await ask('chats.delete', { id });
  await ask('sessions.list', {});
  await ask('sessions.update', { id: session.id, status: 'completed' });
  await ask('sessions.delete', { id: session.id });
}
