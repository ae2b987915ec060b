import type { Problem } from './client';

/** What stands in for a detail when the server sent none worth showing. */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** A call that did not succeed: the server said why (`status` 400 to 599), or could not be reached (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** The server's own words for the reader, when it had any. */
    readonly detail?: string,
    /** Which problem it is, where the server tells them apart: the last part of its type, such as `step-up`. */
    readonly kind?: string,
    /** The whole problem document, for those that say more, such as what stands there now. */
    readonly problem: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail ?? UNEXPECTED);
  }
}

function problemOf(error: unknown): Partial<Problem> & Record<string, unknown> {
  return typeof error === 'object' && error !== null ? { ...error } : {};
}

/** Turns an answer of the typed client into its data, or throws an `ApiError`. An aborted call stays an abort. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason;
    throw new ApiError(0);
  });
  if (!response.ok) {
    const problem = problemOf(error);
    throw new ApiError(response.status, problem.detail, problem.type?.split('/').at(-1), problem);
  }
  return data as T;
}

/** The server's words when it refused (4xx), else the fallback: nobody is helped by the insides of a crash. */
export function reasonOf(error: unknown, fallback: string = UNEXPECTED): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (refused && error.detail) || fallback;
}

/** What the server said is wrong, by the name of the field. */
export function faultsIn(error: unknown): Partial<Record<string, string>> {
  const errors = error instanceof ApiError ? error.problem['errors'] : undefined;
  return typeof errors === 'object' && errors !== null ? errors : {};
}

/** True when asking again may help: the server was out of reach or out of order, not unwilling. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** For a part of a page that could not be loaded: the words to show, and whether asking again may help. */
export function explain(fallback: string): (error: unknown) => { words: string; retry: boolean } {
  return (error) => ({ words: reasonOf(error, fallback), retry: isWorthRetrying(error) });
}
