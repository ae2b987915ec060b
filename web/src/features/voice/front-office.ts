import { answer, ApiError } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import type { RoomTicket } from '@/lib/media/ports';
import type { CallService, CallTicket } from './call/call-ports';

/** What went wrong, in words for the visitor; `final`: asking again changes nothing. `status` is the answer's. */
export class FrontOfficeError extends Error {
  constructor(
    message: string,
    readonly final = false,
    readonly status = 0,
  ) {
    super(message);
  }
}

/** Answers to a message after which the conversation takes no more. */
const OVER: readonly number[] = [401, 404, 409];

const UNREACHABLE = 'Couldn’t reach Mia. Check your connection and try again.';
const BUSY = 'All of Mia’s lines are busy. Please try again in a minute.';

/** What the server says of a limit, with the time when it will take more, as far as it names it. */
function withWait(said: string, error: unknown): string {
  const seconds = error instanceof ApiError ? Number(error.problem['retry_after']) : NaN;
  if (!(seconds > 0) || !/again/.test(said)) return said;
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds < 60 ? `${seconds} seconds` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `${said.split('. ')[0]?.replace(/\.$/, '')}. You can try again in ${wait}.`;
}

/** The data of an answer of the front office, or a FrontOfficeError with its reason. */
export function unwrap<T>(request: Promise<{ data?: T }>): Promise<T> {
  return answer(request).catch((error: unknown) => {
    const { status, detail } = error instanceof ApiError ? error : new ApiError(0);
    if (status === 429) throw new FrontOfficeError(withWait(detail ?? BUSY, error));
    throw new FrontOfficeError(detail ?? UNREACHABLE, status > 0 && status < 500, status);
  });
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Says goodbye in a way that survives the closing of the page. */
function sendEnd(path: string, token: string): void {
  const body = new Blob([JSON.stringify({ token })], { type: 'application/json' });
  navigator.sendBeacon(path, body);
}

/** On whose website a conversation begins: the clinic, its site key, and the origin of the page around ours. */
export interface Site {
  slug: string;
  key: string;
  page: string;
}

const siteRequest = ({ slug, key, page }: Site) => ({ params: { path: { slug } }, body: { key, page } });

/** How a conversation begins: with the receptionist of the public site, or of a clinic on its own. */
export interface Beginnings {
  call(): Promise<Schemas['CallOut']>;
  chat(): Promise<Schemas['ChatOut']>;
}

/** With the receptionist that the front office has put on duty for the public site. */
const onPublicSite: Beginnings = {
  call: () => unwrap(api.POST('/api/widget/calls', { body: {} })),
  chat: () => unwrap(api.POST('/api/widget/chats', { body: {} })),
};

/** With the receptionist of the clinic whose website it is. */
export const onWebsite = (site: Site): Beginnings => ({
  call: () => unwrap(api.POST('/api/embed/widget/{slug}/calls', siteRequest(site))),
  chat: () => unwrap(api.POST('/api/embed/widget/{slug}/chats', siteRequest(site))),
});

/** What a clinic's widget shows before the first word. @throws FrontOfficeError */
export function openWidget({ slug, key, page }: Site): Promise<Schemas['OpenedWidgetOut']> {
  return unwrap(api.GET('/api/embed/widget/{slug}', { params: { path: { slug }, query: { key, page } } }));
}

export class FrontOfficeCalls implements CallService {
  readonly #begin: Beginnings['call'];

  constructor({ call }: Beginnings = onPublicSite) {
    this.#begin = call;
  }

  // Which assistant answers is the server's decision; the target is checked, not sent.
  async create(): Promise<CallTicket> {
    const call = await this.#begin();
    return {
      callId: call.call_id,
      token: call.token,
      practice: call.practice.name,
      stunUrl: call.stun_url,
      rooms: call.rooms,
    };
  }

  async answer(ticket: CallTicket, offer: RTCSessionDescriptionInit): Promise<RTCSessionDescriptionInit> {
    const described = await unwrap(
      api.POST('/api/widget/calls/{call_id}/offer', {
        params: { path: { call_id: ticket.callId } },
        body: { type: 'offer', sdp: offer.sdp ?? '' },
        headers: bearer(ticket.token),
      }),
    );
    return { type: described.type as RTCSdpType, sdp: described.sdp };
  }

  async enter(ticket: CallTicket): Promise<RoomTicket> {
    const path = { call_id: ticket.callId };
    return unwrap(api.POST('/api/widget/calls/{call_id}/room', { params: { path }, headers: bearer(ticket.token) }));
  }

  end(ticket: CallTicket): void {
    sendEnd(`/api/widget/calls/${ticket.callId}/end`, ticket.token);
  }
}

/** What Mia said in writing, and whether she ended the conversation. */
export interface ChatReply {
  lines: string[];
  ended: boolean;
}

/** A conversation in writing, one at a time. */
export interface ChatPort {
  readonly isOpen: boolean;
  /** Opens the conversation. @returns Mia's greeting. */
  open(): Promise<string>;
  /** @throws Error when the message did not arrive; if the conversation is over, the next opens another. */
  send(text: string): Promise<ChatReply>;
  /** Ends the conversation, if one is open. */
  close(): void;
}

/** A conversation in writing with the same receptionist. */
export class ChatClient implements ChatPort {
  readonly #begin: Beginnings['chat'];
  #chat: { id: string; token: string } | null = null;
  /** The conversation that may be rated, also when it is over. */
  #rateable: { id: string; token: string } | null = null;

  constructor({ chat }: Beginnings = onPublicSite) {
    this.#begin = chat;
  }

  get isOpen(): boolean {
    return this.#chat !== null;
  }

  /** There is a conversation that may be rated; a call that follows it is another. */
  get mayRate(): boolean {
    return this.#rateable !== null;
  }

  /** Opens the conversation. @returns Mia's greeting. */
  async open(): Promise<string> {
    const chat = await this.#begin();
    this.#chat = { id: chat.chat_id, token: chat.token };
    this.#rateable = this.#chat;
    return chat.greeting;
  }

  /** @throws FrontOfficeError when the message did not arrive; if the conversation is over, the next opens another. */
  async send(text: string): Promise<ChatReply> {
    if (!this.#chat) throw new FrontOfficeError('This conversation has ended.');
    const reply = await unwrap(
      api.POST('/api/widget/chats/{chat_id}/messages', {
        params: { path: { chat_id: this.#chat.id } },
        body: { text },
        headers: bearer(this.#chat.token),
      }),
    ).catch((error: unknown) => {
      if (error instanceof FrontOfficeError && OVER.includes(error.status)) this.#chat = null;
      throw error;
    });
    if (reply.ended) this.#chat = null;
    return { lines: reply.messages.map((message) => message.text), ended: reply.ended };
  }

  /** Says what the last conversation was like, 1 to 5. @throws FrontOfficeError */
  async rate(score: number): Promise<void> {
    const chat = this.#rateable;
    if (!chat) throw new FrontOfficeError('There’s no conversation to rate.', true);
    const path = { chat_id: chat.id };
    await unwrap(api.POST('/api/widget/chats/{chat_id}/rating', { params: { path }, body: { score }, headers: bearer(chat.token) }));
  }

  /** Ends the conversation, if one is open. */
  close(): void {
    if (this.#chat) sendEnd(`/api/widget/chats/${this.#chat.id}/end`, this.#chat.token);
    this.#chat = null;
    this.#rateable = null;
  }
}
