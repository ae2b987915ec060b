/**
 * Tells the other tabs of this browser that nobody is signed in any more.
 *
 * A channel and not a storage event, because a sign-out has the browser clear its storage, which no tab hears of.
 */
const CHANNEL = 'mia.signed-out';

/** Call when the session has ended, by a sign-out or because the server no longer knows it. */
export function announceSignedOut(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Calls back when another tab announces it; returns what ends the listening. */
export function onSignedOutElsewhere(heard: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', heard);
  return () => channel.close();
}
