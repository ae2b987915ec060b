import { answer, reasonOf } from '@/api/answer';
import { api } from '@/api/client';
import { signWithPasskey } from '@/lib/session/webauthn';
import type { Session } from './sign-in';

/** Said when the browser gave no passkey: declined, timed out, none of ours on this device. */
const NO_PASSKEY = 'No passkey was used. Try again or choose another method.';

/** Gives the code of the app, or a recovery code. */
export function giveCode(method: 'totp' | 'recovery_code', code: string): Promise<Session> {
  return answer(api.POST('/api/session/second-factor', { body: { method, code } }));
}

/** Has the browser sign the server's challenge with a passkey. */
export async function givePasskey(): Promise<Session> {
  const options = await answer(api.POST('/api/session/second-factor/passkey-options'));
  const credential = { ...(await signWithPasskey(options)) };
  return await answer(api.POST('/api/session/second-factor', { body: { method: 'passkey', credential } }));
}

/** Why a second factor did not let in, in words. */
export function whyNotPassed(error: unknown): string {
  return error instanceof DOMException ? NO_PASSKEY : reasonOf(error);
}
