import { answer, ApiError, reasonOf, UNEXPECTED } from '@/api/answer';
import { api } from '@/api/client';
import { returnPath } from '@/lib/return-path';
import { setSignedInHint } from '@/lib/signed-in-hint';

/** Said when a user belongs to no clinic (spec §8). */
export const NO_CLINIC = 'Failed to load clinic. Please contact support.';

/** Said when the session did not stay with the browser, as when it refuses cookies (spec §8). */
const NOT_KEPT = 'You must be logged in.';

export type SignIn = { goTo: string } | { problem: string };

/**
 * Signs in and says where to go: back to the page that asked for the login, else to the user's own clinic.
 *
 * A refusal comes in the server's words; whatever else goes wrong is the unexpected error of the spec.
 */
export async function signIn(email: string, password: string, search: string): Promise<SignIn> {
  try {
    await answer(api.POST('/api/session', { body: { email, password } }));
    const session = await readBack();
    if (!session) return { problem: NOT_KEPT };
    setSignedInHint(true);
    return session.home === null ? { problem: NO_CLINIC } : { goTo: returnPath(search) ?? session.home };
  } catch (error) {
    // A body that fails validation never leaves the form, so the server's words about one would help nobody.
    return { problem: error instanceof ApiError && error.status === 422 ? UNEXPECTED : reasonOf(error) };
  }
}

/** The session that has just begun, or null when the browser did not keep it and pages would ask for a login again. */
async function readBack() {
  try {
    return await answer(api.GET('/api/session'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
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
