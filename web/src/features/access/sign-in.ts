import { answer, ApiError, reasonOf, UNEXPECTED } from '@/api/answer';
import { api } from '@/api/client';
import { returnPath } from '@/lib/return-path';
import { setSignedInHint } from '@/lib/signed-in-hint';

/** Said when a user belongs to no clinic (spec §8). */
export const NO_CLINIC = 'Failed to load clinic. Please contact support.';

export type SignIn = { goTo: string } | { problem: string };

/**
 * Signs in and says where to go: back to the page that asked for the login, else to the user's own clinic.
 *
 * A refusal comes in the server's words; whatever else goes wrong is the unexpected error of the spec.
 */
export async function signIn(email: string, password: string, search: string): Promise<SignIn> {
  try {
    const session = await answer(api.POST('/api/session', { body: { email, password } }));
    setSignedInHint(true);
    return session.home === null ? { problem: NO_CLINIC } : { goTo: returnPath(search) ?? session.home };
  } catch (error) {
    // A body that fails validation never leaves the form, so the server's words about one would help nobody.
    return { problem: error instanceof ApiError && error.status === 422 ? UNEXPECTED : reasonOf(error) };
  }
}

/** Where somebody belongs who is signed in already, or null. Asks only when the device remembers a login. */
export async function findSignedInHome(search: string): Promise<string | null> {
  try {
    const session = await answer(api.GET('/api/session'));
    return session.home && (returnPath(search) ?? session.home);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) setSignedInHint(false);
    return null;
  }
}
