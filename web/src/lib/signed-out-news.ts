/**
 * Tells the other tabs of this browser that nobody is signed in any more.
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
export function announceSignedOut(): void {
  channel()?.postMessage(null);
}

/** Calls back when another tab announces it; returns what ends the listening. */
export function onSignedOutElsewhere(heard: () => void): () => void {
  const listening = channel();
  listening?.addEventListener('message', heard);
  return () => listening?.removeEventListener('message', heard);
}
