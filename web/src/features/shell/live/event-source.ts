/** What can change in a clinic while someone looks (the server's event names). */
export const TOPICS = [
  'activity.changed',
  'appointment.changed',
  'task.changed',
  'lead.changed',
  'temporary_lead.changed',
  'conversation.changed',
  'patient.changed',
  'import.changed',
  'settings.changed',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Something changed; `id` is that of the changed thing. */
export interface Change {
  topic: Topic;
  id: string;
}

/** `lost` lasts until events flow again; the stream keeps trying by itself. */
export type LiveState = 'connecting' | 'live' | 'lost';

export interface Listener {
  onChange: (change: Change) => void;
  /** The stream starts without continuing an earlier one: what was loaded before may be stale. */
  onReady: () => void;
  onState: (state: LiveState) => void;
  /** The server refused the stream, or went away for good: worth asking whether the session still stands. */
  onRefused: () => void;
}

export interface Connection {
  /** Tries at once instead of at the next turn. */
  retry: () => void;
  close: () => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Follows a stream of server-sent events.
 *
 * A broken connection is resumed by the browser itself, which sends Last-Event-ID. When it gives up, as it does
 * on any answer but 200, a new stream is opened after 1, 2, 4 ... at most 15 seconds.
 */
export function connect(url: string, listener: Listener): Connection {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;

  function open() {
    clearTimeout(timer);
    source?.close();
    const opened = (source = new EventSource(url));
    opened.onopen = () => {
      wait = FIRST_WAIT_MS;
      listener.onState('live');
    };
    opened.onerror = () => {
      listener.onState('lost');
      if (opened.readyState !== EventSource.CLOSED) return;
      listener.onRefused();
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
    opened.addEventListener('ready', () => listener.onReady());
    for (const topic of TOPICS) {
      opened.addEventListener(topic, (event: MessageEvent<string>) => listener.onChange({ topic, id: idIn(event) }));
    }
  }

  listener.onState('connecting');
  open();
  return {
    retry: open,
    close() {
      clearTimeout(timer);
      source?.close();
    },
  };
}

function idIn(event: MessageEvent<string>): string {
  return (JSON.parse(event.data) as { id: string }).id;
}
