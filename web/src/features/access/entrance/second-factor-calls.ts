import { answer, reasonOf } from '@/api/answer';
import { api } from '@/api/client';
import { signWithPasskey } from '@/lib/webauthn';
import type { Session } from './sign-in';

export type Outcome = { session: Session } | { problem: string };

/** Said when the browser gave no passkey: declined, timed out, none of ours on this device. */
const NO_PASSKEY = 'No passkey was used. Try again or choose another method.';

/** Gives the code of the app, or a recovery code. */
export async function giveCode(method: 'totp' | 'recovery_code', code: string): Promise<Outcome> {
  try {
    return { session: await answer(api.POST('/api/session/second-factor', { body: { method, code } })) };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

/** Has the browser sign the server's challenge with a passkey. */
export async function givePasskey(): Promise<Outcome> {
  try {
    const options = await answer(api.POST('/api/session/second-factor/passkey-options'));
    const credential = await signWithPasskey(options as unknown as PublicKeyCredentialRequestOptionsJSON);
    const body = { method: 'passkey' as const, credential: { ...credential } };
    return { session: await answer(api.POST('/api/session/second-factor', { body })) };
  } catch (error) {
    return { problem: error instanceof DOMException ? NO_PASSKEY : reasonOf(error) };
  }
}
