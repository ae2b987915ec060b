import { answer, ApiError } from '@/api/answer';
import { api } from '@/api/client';
import { holdDensities } from '@/lib/density';
import type { EndReason } from '@/lib/session/return-path';
import { setSignedInHint } from '@/lib/session/signed-in-hint';
import { keepChosenTheme } from '@/lib/theme';

/** Ends the session at the server and tells the other tabs. Rejects when the server could not be reached. */
export async function endSession(why?: EndReason): Promise<void> {
  const keepDensities = holdDensities();
  try {
    await answer(api.DELETE('/api/session'));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error; // it had ended before
  }
  setSignedInHint(false, why);
  keepChosenTheme();
  keepDensities();
}
