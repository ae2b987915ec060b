type Listener = (event: Record<string, unknown>) => void;

/** Events of a call object. What came before anybody listened is kept for `app-message` alone: see {@link emit}. */
export class CallEvents {
  readonly #listeners = new Map<string, Set<Listener>>();
  #unheard: unknown[] = [];

  on(name: string, listener: Listener): this {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    if (name === 'app-message') {
      const unheard = this.#unheard;
      this.#unheard = [];
      // After the caller has finished what it is doing: it may have more listeners to add.
      if (unheard.length) setTimeout(() => unheard.forEach((data) => this.emit('app-message', { data, fromId: AGENT_ID })));
    }
    return this;
  }

  once(name: string, listener: Listener): this {
    const first: Listener = (event) => {
      this.off(name, first);
      listener(event);
    };
    return this.on(name, first);
  }

  off(name: string, listener: Listener): this {
    this.#listeners.get(name)?.delete(listener);
    return this;
  }

  /** Clients begin to listen for messages once they have joined; the first may have come by then. */
  protected emit(name: string, event: Record<string, unknown> = {}): void {
    const listeners = [...(this.#listeners.get(name) ?? [])];
    if (name === 'app-message' && listeners.length === 0) this.#unheard.push(event['data']);
    for (const listener of listeners) listener({ action: name, ...event });
  }
}

/** The other side's name among the participants. */
export const AGENT_ID = 'agent';
