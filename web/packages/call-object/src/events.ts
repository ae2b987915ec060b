type Listener = (event: Record<string, unknown>) => void;

/** Events of a call object. What came before anybody listened is kept for `app-message` alone: see {@link emit}. */
export class CallEvents {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #unheard: Record<string, unknown>[] = [];

  on(name: string, listener: Listener): this {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    if (name === 'app-message') {
      // After the caller has finished what it is doing: it may have more listeners to add.
      setTimeout(() => this.#unheard.splice(0).forEach((event) => this.#tell(name, event)));
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
    const isEarly = this.#unheard.length > 0 || !this.#listeners.get(name)?.size;
    if (name === 'app-message' && isEarly) this.#unheard.push(event);
    else this.#tell(name, event);
  }

  #tell(name: string, event: Record<string, unknown>): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener({ action: name, ...event });
  }
}

/** The other side's name among the participants. */
export const AGENT_ID = 'agent';
