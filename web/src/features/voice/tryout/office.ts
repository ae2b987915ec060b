import { ApiError, faultsIn } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { inClinic } from '@/api/queries';
import type { RoomTicket } from '@/lib/media/ports';
import type { CallService, CallTicket } from '../call/call-ports';
import { unwrap, type ChatPort, type ChatReply } from '../front-office';

/** What is not saved yet: settings of Mia, and an answer of the practice. */
export type Draft = Schemas['TryoutCallIn'];

/** Here no field is marked: what keeps a draft from being tried is told in words. */
function named(error: unknown): never {
  const [fault] = Object.values(faultsIn(error));
  if (!(error instanceof ApiError) || !fault) throw error;
  throw new ApiError(error.status, `Mia can’t be tried with these changes yet. ${fault}`);
}

/** Calls with Mia as a draft has her. The session of who tries her is their pass, so that tickets have no token. */
export class TryoutCalls implements CallService {
  readonly #slug: string;
  readonly #draft: Draft;

  constructor(slug: string, draft: Draft) {
    this.#slug = slug;
    this.#draft = draft;
  }

  async create(): Promise<CallTicket> {
    const asked = api.POST('/api/clinics/{slug}/mia-tryouts/calls', { ...inClinic(this.#slug), body: this.#draft });
    const call = await unwrap(asked.catch(named));
    return { callId: call.call_id, token: '', practice: call.practice, stunUrl: call.stun_url, rooms: call.rooms };
  }

  async answer(ticket: CallTicket, { sdp = '' }: RTCSessionDescriptionInit): Promise<RTCSessionDescriptionInit> {
    return unwrap(
      api.POST('/api/clinics/{slug}/mia-tryouts/calls/{call_id}/offer', { ...this.#of(ticket), body: { type: 'offer', sdp } }),
    );
  }

  enter(ticket: CallTicket): Promise<RoomTicket> {
    return unwrap(api.POST('/api/clinics/{slug}/mia-tryouts/calls/{call_id}/room', this.#of(ticket)));
  }

  end({ callId }: CallTicket): void {
    navigator.sendBeacon(`/api/clinics/${this.#slug}/mia-tryouts/calls/${callId}/end`);
  }

  #of(ticket: CallTicket) {
    return { params: { path: { slug: this.#slug, call_id: ticket.callId } } };
  }
}

/** The same in writing: all lines are asked again each time, and the server keeps none. */
export class TryoutChat implements ChatPort {
  readonly #slug: string;
  readonly #draft: Draft;
  #lines: string[] | null = null;

  constructor(slug: string, draft: Draft) {
    this.#slug = slug;
    this.#draft = draft;
  }

  get isOpen(): boolean {
    return this.#lines !== null;
  }

  async open(): Promise<string> {
    const { greeting } = await this.#ask([]);
    this.#lines = [];
    return greeting;
  }

  async send(text: string): Promise<ChatReply> {
    const lines = [...(this.#lines ?? []), text];
    const { answers, ended } = await this.#ask(lines);
    this.#lines = ended ? null : lines;
    return { lines: answers.slice(-1), ended };
  }

  close(): void {
    this.#lines = null;
  }

  #ask(lines: string[]) {
    const asked = api.POST('/api/clinics/{slug}/mia-tryouts', { ...inClinic(this.#slug), body: { lines, ...this.#draft } });
    return unwrap(asked.catch(named));
  }
}
