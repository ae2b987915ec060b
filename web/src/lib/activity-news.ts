/**
 * Tells the other tabs of this browser that someone is using this one, so that none of them takes the reader for
 * gone. What travels is the time alone (milliseconds since 1970).
 */
let opened: BroadcastChannel | undefined;

/** Opened at its first use, as in signed-out-news.ts. */
function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') opened ??= new BroadcastChannel('mia.activity');
  return opened;
}

/** Call when the reader did something. */
export function announceActivity(at: number): void {
  channel()?.postMessage(at);
}

/** Calls back with the time of activity in another tab; returns what ends the listening. */
export function onActivityElsewhere(heard: (at: number) => void): () => void {
  const listening = channel();
  const listen = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') heard(data);
  };
  listening?.addEventListener('message', listen);
  return () => listening?.removeEventListener('message', listen);
}
