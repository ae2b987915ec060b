// Chats and sessions.
import { entity, keep, lacks, page } from '../fits.mjs';

const chat = entity('messages', 'output');
const session = entity('status', 'messages');
const webChat = (value) => lacks(value, ['id', 'output']);
const response = (value) =>
  value?.object === 'response' && value.status === 'completed'
    ? value.output.map((item) => lacks(item.content[0], ['text', 'type'])).join('')
    : 'no response';

export const steps = {
  sessionControllerCreate: ({ api, made }) => ({
    ask: api.session.sessionControllerCreate({ name: 'One', assistantId: made.assistant.id, expirationSeconds: 600 }),
    fits: keep(made, 'session', session),
  }),
  sessionControllerFindAllPaginated: ({ api, made }) => ({
    ask: api.session.sessionControllerFindAllPaginated({ assistantId: made.assistant.id }),
    fits: page(session),
  }),
  sessionControllerFindOne: ({ api, made }) => ({
    ask: api.session.sessionControllerFindOne(made.session.id),
    fits: session,
  }),
  chatControllerCreateChat: ({ api, made }) => ({
    ask: api.chat.chatControllerCreateChat({ sessionId: made.session.id, input: 'one' }),
    fits: keep(made, 'chat', chat),
  }),
  chatControllerListChats: ({ api, made }) => ({
    ask: api.chat.chatControllerListChats({ sessionId: made.session.id }),
    fits: (value) => page(chat)(value) || (value.results.length === 1 ? '' : 'not found by session'),
  }),
  chatControllerGetChat: ({ api, made }) => ({
    ask: api.chat.chatControllerGetChat(made.chat.id),
    fits: chat,
  }),
  chatControllerCreateOpenAiChat: ({ api, made }) => ({
    ask: api.chat.chatControllerCreateOpenAiChat({ assistantId: made.assistant.id, input: 'one', stream: false }),
    fits: response,
  }),
  chatControllerCreateWebChat: ({ web, made }) => ({
    ask: web.chat.chatControllerCreateWebChat({ assistantId: made.assistant.id, input: 'one' }),
    fits: webChat,
  }),
  chatControllerCreateOpenAiWebChat: ({ web, made }) => ({
    ask: web.chat.chatControllerCreateOpenAiWebChat(
      { assistantId: made.assistant.id, input: 'one' },
      { format: 'text' },
    ),
    fits: (value) => (value.includes('"type":"response.completed"') ? '' : 'not completed'),
  }),
  chatControllerDeleteChat: ({ api, made }) => ({
    ask: api.chat.chatControllerDeleteChat(made.chat.id),
    fits: chat,
  }),
  sessionControllerUpdate: ({ api, made }) => ({
    ask: api.session.sessionControllerUpdate(made.session.id, { status: 'completed' }),
    fits: (value) => (value.status === 'completed' ? '' : 'not completed'),
  }),
  sessionControllerRemove: ({ api, made }) => ({
    ask: api.session.sessionControllerRemove(made.session.id),
    fits: session,
  }),
};
