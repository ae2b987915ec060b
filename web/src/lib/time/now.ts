/**
 * What time it is for the practice: the server's clock, which tells the time of each answer (RFC 9110, `Date`).
 *
 * A computer's own clock may be wrong, and the sandbox's may be moved. What is overdue, due or today is asked here.
 */

/** Closer than this, in milliseconds, clocks count as alike: the header has whole seconds, and an answer takes time. */
const ALIKE = 5_000;

let ahead = 0;

/** The practice's time in milliseconds since 1970. */
export function now(): number {
  return Date.now() + ahead;
}

/** Learns from an answer's `Date` how far the practice's clock is ahead of this computer's. */
export function learnTime(date: string | null): void {
  const told = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(told) || Math.abs(told - ahead) < ALIKE) return;
  ahead = Math.abs(told) < ALIKE ? 0 : told;
}
