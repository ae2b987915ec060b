import { api, type Problem } from '@/api/client';
import type { CallService, CallTicket } from './call-ports';

/** What went wrong, in words for the visitor. */
export class FrontOfficeError extends Error {}

const UNREACHABLE = 'Mia cannot be reached right now. Please check your connection and try again.';
const BUSY = 'Mia is on many calls right now. Please try again in a minute.';

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Unwraps an answer of the front office, or throws a FrontOfficeError with its reason. */
async function unwrap<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await request.catch(() => {
    throw new FrontOfficeError(UNREACHABLE);
  });
  if (data !== undefined) return data;
  const problem = error as Partial<Problem> | undefined;
  if (response.status === 429) throw new FrontOfficeError(BUSY);
  throw new FrontOfficeError(problem?.detail ?? UNREACHABLE);
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Says goodbye in a way that survives the closing of the page. */
function sendEnd(path: string, token: string): void {
  const body = new Blob([JSON.stringify({ token })], { type: 'application/json' });
  navigator.sendBeacon(path, body);
}

/** Calls to the receptionist that the front office has put on duty for the public site. */
export const widgetCalls: CallService = {
  // Which assistant answers the public widget is the server's decision; the target is checked, not sent.
  async create(): Promise<CallTicket> {
    const call = await unwrap(api.POST('/api/widget/calls', { body: {} }));
    return { callId: call.call_id, offerUrl: call.offer_url, token: call.token, practice: call.practice.name };
  },

  async answer(ticket, offer): Promise<RTCSessionDescriptionInit> {
    const answer = await unwrap(
      api.POST('/api/widget/calls/{call_id}/offer', {
        params: { path: { call_id: ticket.callId } },
        body: { type: 'offer', sdp: offer.sdp ?? '' },
        headers: bearer(ticket.token),
      }),
    );
    return { type: answer.type as RTCSdpType, sdp: answer.sdp };
  },

  end(ticket): void {
    sendEnd(`/api/widget/calls/${ticket.callId}/end`, ticket.token);
  },
};

/** What Mia said in writing, and whether she ended the conversation. */
export interface ChatReply {
  lines: string[];
  ended: boolean;
}

/** A conversation in writing with the same receptionist. */
export class ChatClient {
  #chat: { id: string; token: string } | null = null;

  get isOpen(): boolean {
    return this.#chat !== null;
  }

  /** Opens the conversation. @returns Mia's greeting. */
  async open(): Promise<string> {
    const chat = await unwrap(api.POST('/api/widget/chats', { body: {} }));
    this.#chat = { id: chat.chat_id, token: chat.token };
    return chat.greeting;
  }

  /** @throws FrontOfficeError when the message did not arrive; the conversation stays open. */
  async send(text: string): Promise<ChatReply> {
    if (!this.#chat) throw new FrontOfficeError('This conversation is over.');
    const reply = await unwrap(
      api.POST('/api/widget/chats/{chat_id}/messages', {
        params: { path: { chat_id: this.#chat.id } },
        body: { text },
        headers: bearer(this.#chat.token),
      }),
    );
    if (reply.ended) this.#chat = null;
    return { lines: reply.messages.map((message) => message.text), ended: reply.ended };
  }

  /** Ends the conversation, if one is open. */
  close(): void {
    if (this.#chat) sendEnd(`/api/widget/chats/${this.#chat.id}/end`, this.#chat.token);
    this.#chat = null;
  }
}
