import type { EndReason } from './return-path';

/**
 * Tells the other tabs of this browser that no one is signed in anymore.
 *
 * A channel and not a storage event, because a sign-out has the browser clear its storage, which no tab hears of.
 * One channel for speaking and listening, because a tab is to hear the others only.
 */
let opened: BroadcastChannel | undefined;

/** Opened at its first use: the build imports this file too, and an open channel would keep it from ending. */
function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') opened ??= new BroadcastChannel('mia.signed-out');
  return opened;
}

/** Call when the session has ended, by a sign-out or because the server no longer knows it. */
export function announceSignedOut(why?: EndReason): void {
  channel()?.postMessage(why);
}

/** Calls back when another tab announces it, with the reason if there is one to tell; returns what ends the listening. */
export function onSignedOutElsewhere(heard: (why?: EndReason) => void): () => void {
  const listening = channel();
  const listen = ({ data }: MessageEvent<unknown>) => heard(data === 'idle' ? data : undefined);
  listening?.addEventListener('message', listen);
  return () => listening?.removeEventListener('message', listen);
}
