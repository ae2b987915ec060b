/** Why a session ended, where the login is to tell it: no one used the page. */
export type EndReason = 'idle';

/** The page that asks for a login. */
export const LOGIN = '/login';

/**
 * The path to go to after a login, taken from the `next` parameter, or null when there is none to be trusted.
 *
 * Only a path of this site counts: one slash and then neither a slash nor a backslash, since browsers read
 * `//host` and `/\host` as another site. The login itself is no place to return to.
 */
export function returnPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next || !/^\/(?![/\\])/.test(next) || hasControlCharacter(next)) return null;
  return next === LOGIN || /^\/login[/?#]/.test(next) ? null : next;
}

/** The address of the login that leads back to a path of this site, and says why it is asked for again. */
export function loginAddress(path: string, why?: EndReason): string {
  return `${LOGIN}?next=${encodeURIComponent(path)}${why ? `&ended=${why}` : ''}`;
}

/** True at the login when the session before it ended because no one used the page. */
export function endedByIdling(search: string): boolean {
  return new URLSearchParams(search).get('ended') === 'idle';
}

/** Browsers drop tabs and line breaks from addresses, which would let `/<tab>/host` pass as a path. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 0x20);
}
