type Listener<T> = (payload: T) => void;

/** A small typed event emitter: `on` returns the function that takes the listener off again. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known);
    known.add(listener as Listener<never>);
    return () => known.delete(listener as Listener<never>);
  }

  protected emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) (listener as Listener<Events[Name]>)(payload);
  }
}
