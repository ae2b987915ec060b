/** What the service tells of a recording: see `recording-update` in docs/voice-api.md. */
type State = 'started' | 'refused' | 'stopped';

type Emit = (name: string, event?: Record<string, unknown>) => void;

/**
 * Whether the call is recorded, for a client that asks for it. The service alone begins: when the caller has agreed,
 * which may be before the client asks or long after.
 */
export class RecordingState {
  readonly #emit: Emit;
  #isWanted = false;
  #state: State | undefined;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** The client wants to know. */
  ask(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#tell();
  }

  /** Reads what the service has sent, which may be about something else. */
  read(data: string): void {
    const state = stateIn(data);
    if (!state) return;
    this.#state = state;
    if (this.#isWanted) this.#tell();
  }

  #tell(): void {
    if (this.#state === 'started') this.#emit('recording-started');
    if (this.#state === 'stopped') this.#emit('recording-stopped');
    if (this.#state === 'refused') this.#emit('recording-error', { errorMsg: 'The caller has not agreed to being recorded.' });
  }
}

function stateIn(data: string): State | undefined {
  try {
    const message = JSON.parse(data) as { type?: unknown; status?: State } | null;
    return message?.type === 'recording-update' ? message.status : undefined;
  } catch {
    return undefined; // bare texts
  }
}
