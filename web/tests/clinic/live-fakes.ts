/** An EventSource whose other end is the test. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static made: FakeEventSource[] = [];

  readyState: number = FakeEventSource.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    FakeEventSource.made.push(this);
  }

  static forget(): void {
    FakeEventSource.made = [];
  }

  /** Those that no one closed and that have not given up. */
  static open(): FakeEventSource[] {
    return FakeEventSource.made.filter((source) => source.readyState !== FakeEventSource.CLOSED);
  }

  arrives(): void {
    this.readyState = FakeEventSource.OPEN;
    this.onopen?.();
  }

  /** Breaks the connection: CONNECTING when the browser resumes by itself, CLOSED when it gives up. */
  breaks(state: number): void {
    this.readyState = state;
    this.onerror?.();
  }

  say(type: string, data: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}

/** Exclusive locks by name, first come first served, as browsers grant them over all tabs. */
export class FakeLocks {
  private readonly tails = new Map<string, Promise<unknown>>();

  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    const before = this.tails.get(name) ?? Promise.resolve();
    const held = before.then(() => {
      if (options.signal.aborted) throw new DOMException('Stopped waiting', 'AbortError');
      return hold();
    });
    this.tails.set(
      name,
      held.catch(() => undefined),
    );
    return held;
  }
}
