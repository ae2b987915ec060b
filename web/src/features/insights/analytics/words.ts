import { dollars, whole } from '@/lib/figures';
import { roundDollars } from '@/lib/round-dollars';
import { longDate } from '@/lib/time/clinic-time';

const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const NOTHING = '–';

/** `October 22, 2026 to November 20, 2026`. */
export function period(first: string | null | undefined, last: string | null | undefined): string {
  if (!first || !last) return 'No full day yet';
  const words = (day: string) => longDate(`${day}T12:00:00Z`, 'UTC');
  return first === last ? words(first) : `${words(first)} to ${words(last)}`;
}

/** A column of a chart over time: a day, a week, or a month. */
export function columnName(first: string, last: string, columns: number): string {
  const [from, to] = [noon(first), noon(last)];
  if (first === last) return SHORT_DAY.format(from);
  const month = MONTH.format(from);
  if (columns <= 12 && to.getTime() - from.getTime() > 8 * 86_400_000) return month;
  return `${SHORT_DAY.format(from)} – ${SHORT_DAY.format(to)}`;
}

/** The beginning of a column's name, for the axis. */
export function shortColumn(name: string): string {
  return (name.split(' – ')[0] ?? name).replace(/ \d{4}$/, '').replace(/^(\w{3})\w{2,}$/, '$1');
}

/** `2 PM` for 14. */
export function hourName(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

export function percentOr(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : `${value}%`;
}

/** `2.3s`: the spec's way to write it. */
export function secondsOr(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : `${value.toFixed(1)}s`;
}

export function starsOr(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : `${value.toFixed(1)}/5`;
}

export { dollars, roundDollars, whole };

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}
