import type { EndReason } from './return-path';
import { announceSignedOut } from './signed-out-news';

/**
 * Remembers on this device that someone signed in here, and nothing about whom.
 *
 * The session itself is in a cookie that scripts cannot read. Without this hint a public page would have to ask
 * the server about every visitor; with it, a visitor who never signed in causes no request at all.
 */
const KEY = 'mia.signed-in';

/** True when someone signed in on this device and has not signed out since. */
export function hasSignedInHint(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false; // storage is blocked: treat everyone as a visitor
  }
}

/** Call after a login (true) and after a logout or a 401 (false), of which the other tabs hear too, with the reason. */
export function setSignedInHint(signedIn: boolean, why?: EndReason): void {
  if (!signedIn) announceSignedOut(why);
  try {
    if (signedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // storage is blocked: the header of public pages stays that of a visitor
  }
}

/** Calls back when someone signs in in another tab. */
export function onSignedInElsewhere(heard: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue === '1') heard();
  });
}
