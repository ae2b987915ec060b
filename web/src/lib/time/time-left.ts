import { longDate } from './clinic-time';
import { now } from './now';

/** `within a minute`, `in 12 min`, `in 3 h`, `in 2 days`, from a week on the long date. */
export function timeLeft(instant: string, timeZone: string, at = now()): string {
  const minutes = Math.floor((Date.parse(instant) - at) / 60_000);
  if (minutes < 1) return 'within a minute';
  if (minutes < 60) return `in ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `in ${hours} h`;
  const days = Math.floor(hours / 24);
  return days < 8 ? `in ${days} days` : longDate(instant, timeZone);
}

/** Whether an instant lies behind us. */
export function isOver(instant: string, at = now()): boolean {
  return Date.parse(instant) <= at;
}
