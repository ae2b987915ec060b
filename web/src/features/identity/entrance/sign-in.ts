import { answer, ApiError, reasonOf, UNEXPECTED } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { returnPath } from '@/lib/session/return-path';
import { setSignedInHint } from '@/lib/session/signed-in-hint';
import { NO_CLINIC, NOT_SIGNED_IN, SECURITY_PAGE } from '../session/words';

export type Session = Schemas['SessionOut'];
export type Method = Session['methods'][number];

export type Entry = { goTo: string } | { methods: readonly Method[] } | { problem: string };

/**
 * Signs in and says what comes next: a page to go to, or a second factor to ask for.
 *
 * A refusal comes in the server's words; whatever else goes wrong is the unexpected error of the spec.
 */
export async function signIn(email: string, password: string, search: string): Promise<Entry> {
  try {
    await answer(api.POST('/api/session', { body: { email, password } }));
    const session = await readBack();
    return session ? whereTo(session, search) : { problem: NOT_SIGNED_IN };
  } catch (error) {
    // A body that fails validation never leaves the form, so the server's words about one would help no one.
    return { problem: error instanceof ApiError && error.status === 422 ? UNEXPECTED : reasonOf(error) };
  }
}

/**
 * What comes next for someone with a session: the second factor, if it is still due; the page where they set one
 * up, if their clinic asks for it; else the page that asked for the login, or their own clinic.
 */
export function whereTo(session: Session, search: string): Entry {
  if (session.second_factor === 'required') return { methods: session.methods };
  setSignedInHint(true);
  if (session.second_factor === 'enrol') return { goTo: SECURITY_PAGE };
  return session.home === null ? { problem: NO_CLINIC } : { goTo: returnPath(search) ?? session.home };
}

/** Ends a session that waits for its second factor. If that fails it ends by itself a few minutes later. */
export async function abandon(): Promise<void> {
  await answer(api.DELETE('/api/session')).catch(() => undefined);
}

/** The session that has just begun, or null when the browser did not keep it and pages would ask for a login again. */
async function readBack(): Promise<Session | null> {
  try {
    return await answer(api.GET('/api/session'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Where someone belongs who is signed in already, or null. Ask only when the device remembers a login. */
export async function findSignedInHome(search: string): Promise<string | null> {
  try {
    const entry = whereTo(await answer(api.GET('/api/session')), search);
    return 'goTo' in entry ? entry.goTo : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) setSignedInHint(false);
    return null;
  }
}
