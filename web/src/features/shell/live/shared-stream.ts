import { connect, type Change, type Connection, type LiveState, type Listener } from './event-source';

/** What the tabs of one browser tell each other. */
type Word =
  | { say: 'change'; change: Change }
  | { say: 'ready' }
  | { say: 'state'; state: LiveState }
  | { say: 'refused' }
  | { say: 'which-state' }
  | { say: 'retry' };

/**
 * Follows a stream once per browser: the tab that holds the lock keeps the connection and tells the others.
 *
 * Browsers allow six connections to a host over HTTP/1.1, so that a stream per tab would soon starve the page.
 * When the leading tab closes, its lock falls to the next one. Where locks or channels are missing (plain http
 * to another machine), each tab has its own stream. `after` is the number of the latest news that the page knows.
 */
export function follow(url: string, listener: Listener, after?: number): Connection {
  const locks: LockManager | undefined = navigator.locks; // missing outside secure contexts, whatever its type says
  const canShare = typeof BroadcastChannel !== 'undefined' && Boolean(locks);
  const opened = after === undefined ? url : `${url}?after=${after}`;
  return canShare ? share(url, opened, listener) : connect(opened, listener);
}

function share(url: string, opened: string, listener: Listener): Connection {
  const name = `mia.live:${url}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  const say = (word: Word) => channel.postMessage(word);
  let leading: Connection | undefined;
  let state: LiveState = 'connecting';

  const enter = (next: LiveState) => {
    state = next;
    listener.onState(next);
  };

  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if (leading) {
      if (word.say === 'which-state') say({ say: 'state', state });
      if (word.say === 'retry') leading.retry();
    } else if (word.say === 'change') listener.onChange(word.change);
    else if (word.say === 'ready') listener.onReady();
    else if (word.say === 'refused') listener.onRefused();
    else if (word.say === 'state') enter(word.state);
  };

  const lead = () => {
    leading = connect(opened, {
      onChange: (change) => (listener.onChange(change), say({ say: 'change', change })),
      onReady: () => (listener.onReady(), say({ say: 'ready' })),
      onState: (next) => (enter(next), say({ say: 'state', state: next })),
      onRefused: () => (listener.onRefused(), say({ say: 'refused' })),
    });
    return new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()));
  };
  // Rejects when this tab stops following before the lock was its own.
  navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => undefined);
  enter('connecting');
  say({ say: 'which-state' });

  return {
    retry: () => (leading ? leading.retry() : say({ say: 'retry' })),
    close() {
      ended.abort();
      leading?.close();
      channel.close();
    },
  };
}
