import type { Middleware } from 'openapi-fetch';

/** An RFC 9457 problem, as the server renders every error. */
interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  retryable?: boolean;
}

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

/** Has the typed client throw an `ApiError` for what the server refuses, or when it cannot be reached. */
export const throwing: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return;
    const problem = { ...(await response.json().catch(() => undefined)) } as Partial<Problem> & Record<string, unknown>;
    throw new ApiError(response.status, problem.detail, problem.type?.split('/').at(-1), problem);
  },
  onError: () => new ApiError(0),
};

/** The data of an answer of the typed client. */
export async function answer<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T;
}

/** The server's words when it refused (4xx), else the fallback: nobody is helped by the insides of a crash. */
export function reasonOf(error: unknown, fallback: string = UNEXPECTED): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (refused && error.detail) || fallback;
}

/** `reasonOf` with its fallback, for those who meet the error later. */
export function reasonOr(fallback?: string): (error: unknown) => string {
  return (error) => reasonOf(error, fallback);
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
