import { answer, ApiError, isWorthRetrying, reasonOf, UNEXPECTED } from '@/api/answer';
import { api } from '@/api/client';
import { namesFound, type EmailLink } from '@/lib/session/email-link';

const NO_TOKENS = 'No reset tokens found';
const NOT_PROCESSED = 'Error processing reset link.';
const NOT_UPDATED = 'Failed to update password. Try again.';
const INVALID = 'Invalid or expired reset link. Please try again.';

/** What the links of emails may carry besides the two halves. */
const KNOWN = ['access_token', 'refresh_token', 'type'];

export type Opening =
  | { open: true }
  /** `found` names what the address carried, never a value; `again` where another attempt may help. */
  | { open: false; reason: string; found?: string; again: boolean };

/**
 * Exchanges the two halves that a link carries, first behind `#`, then behind `?` (spec §5), for the right to choose
 * a password, which stays in a cookie. A page that is loaded again afterwards has no halves, but still the right.
 */
export async function openReset(link: EmailLink): Promise<Opening> {
  const half = (name: string) => link.hash.get(name) ?? link.query.get(name);
  const [access, refresh] = [half('access_token'), half('refresh_token')];
  if (!access || !refresh) {
    if (!access && !refresh && isOpen()) return { open: true };
    return { open: false, reason: NO_TOKENS, found: namesFound(link, KNOWN), again: false };
  }
  try {
    await answer(api.POST('/api/password-resets/exchange', { body: { access_token: access, refresh_token: refresh } }));
  } catch (error) {
    return { open: false, reason: refusal(error), again: isWorthRetrying(error) };
  }
  remember(true);
  return { open: true };
}

function refusal(error: unknown): string {
  const malformed = error instanceof ApiError && error.status === 422; // the server's words are about its fields
  return malformed ? INVALID : reasonOf(error, NOT_PROCESSED);
}

export type Update = { done: true } | { problem: string; void: boolean };

/** Chooses the password. `void` when the right to do so has ended: only a new link helps. */
export async function updatePassword(password: string): Promise<Update> {
  try {
    await answer(api.PUT('/api/password-resets/password', { body: { password } }));
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 400) remember(false);
    return { problem: reasonOf(error, status === 0 ? UNEXPECTED : NOT_UPDATED), void: status === 400 };
  }
  remember(false);
  return { done: true };
}

/** Kept with this entry of the tab's history and nowhere else: no token, only that one was accepted. */
function remember(open: boolean): void {
  history.replaceState(open ? { resetOpen: true } : null, '');
}

function isOpen(): boolean {
  return (history.state as { resetOpen?: boolean } | null)?.resetOpen === true;
}
