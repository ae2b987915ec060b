import { dollars } from './figures';

/** `$1,200` for a figure that is no exact sum: never cents. */
export function roundDollars(cents: number): string {
  return dollars(Math.round(cents / 100) * 100);
}
