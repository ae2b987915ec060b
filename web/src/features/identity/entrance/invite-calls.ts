import { answer, ApiError, isWorthRetrying, reasonOf, UNEXPECTED } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import type { EmailLink } from '@/lib/session/email-link';
import type { Session } from './sign-in';

export type Invite = Schemas['ShownInviteOut'];

const NO_TOKEN = 'Missing or invalid invite token';
const INVALID = 'Invalid or expired invite link';

export type Verification = { invite: Invite } | { reason: string; again: boolean };

/** Shows the server the token behind `#` (spec §5) and learns who is invited to which clinic. */
export async function verifyInvite(link: EmailLink): Promise<Verification> {
  const token = link.hash.get('token');
  if (!token) return { reason: NO_TOKEN, again: false };
  try {
    return { invite: await answer(api.POST('/api/invites/verify', { body: { type: 'invite', token } })) };
  } catch (error) {
    const malformed = error instanceof ApiError && error.status === 422;
    return { reason: malformed ? INVALID : reasonOf(error), again: isWorthRetrying(error) };
  }
}

/** Accepts, with a new password, or with the one that the person's account has. */
export function acceptInvite(password: string, name: string): Promise<Session> {
  return answer(api.POST('/api/invites/accept', { body: { password, name } }));
}

/** Why an invite was not accepted, in words. */
export function whyNotAccepted(error: unknown): string {
  const said = reasonOf(error);
  return said === UNEXPECTED ? said : `Error setting password: ${said}`;
}
