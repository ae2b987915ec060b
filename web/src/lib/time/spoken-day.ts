import { isDay, shiftDay } from './clinic-time';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const LEAST = 3;

/** The day that a word means, from a day on: `today`, `tomorrow`, `thu`, `12/3`; null when it means none. */
export function spokenDay(word: string, today: string): string | null {
  const said = word.toLowerCase();
  if (said === 'today') return today;
  if (said === 'tomorrow') return shiftDay(today, 1);
  const weekday = said.length >= LEAST ? DAYS.findIndex((day) => day.startsWith(said)) : -1;
  if (weekday >= 0) return shiftDay(today, (weekday - new Date(`${today}T12:00:00Z`).getUTCDay() + 7) % 7);
  const [, month, day] = /^(\d{1,2})\/(\d{1,2})$/.exec(said) ?? [];
  if (!month || !day) return null;
  const of = (year: number) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const year = Number(today.slice(0, 4));
  const near = of(year) < today ? of(year + 1) : of(year);
  return isDay(near) ? near : null;
}

/** A wish to book someone, such as `book Ava Thursday`: who, and on which day; null for other words. */
export function spokenBooking(typed: string, today: string): { who: string; day: string | null } | null {
  const [verb, ...rest] = typed.trim().split(/\s+/);
  if (verb?.toLowerCase() !== 'book' || rest.length === 0) return null;
  const day = rest.length > 1 ? spokenDay(rest.at(-1) ?? '', today) : null;
  const who = (day ? rest.slice(0, -1) : rest).filter((word, at, all) => at < all.length - 1 || word.toLowerCase() !== 'on');
  return who.length > 0 ? { who: who.join(' '), day } : null;
}
