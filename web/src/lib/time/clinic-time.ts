/**
 * Dates and times as clinic staff read them: US English, in the clinic's own zone, wherever the reader is.
 *
 * Days travel as `YYYY-MM-DD`, instants as ISO 8601.
 */
import { now } from './now';

const LOCALE = 'en-US';
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a hundred times what using it does. */
function format(value: Date, options: Intl.DateTimeFormatOptions, locale = LOCALE): string {
  const key = locale + JSON.stringify(options);
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  // Some engines put a narrow no-break space before AM and PM, others a plain one.
  return made.format(value).replaceAll('\u202f', ' ');
}

/** `July 21, 2025`. */
export function longDate(instant: string, timeZone: string): string {
  return format(new Date(instant), { dateStyle: 'long', timeZone });
}

/** `Jul 21, 2025`, where there is little room, and `Jul 21` in the year it is. */
export function shortDate(instant: string, timeZone: string, today = new Date(now())): string {
  const year = (moment: Date) => format(moment, { year: 'numeric', timeZone });
  const at = new Date(instant);
  const isThisYear = year(at) === year(today);
  return format(at, { month: 'short', day: 'numeric', timeZone, ...(!isThisYear && { year: 'numeric' }) });
}

/** `3:05 PM`. */
export function clockTime(instant: string, timeZone: string): string {
  return format(new Date(instant), { timeStyle: 'short', timeZone });
}

/** `July 21, 2025 — 3:05 PM`: the history's way to write an instant (spec §2, Call & Message History). */
export function longTimestamp(instant: string, timeZone: string): string {
  return `${longDate(instant, timeZone)} — ${clockTime(instant, timeZone)}`;
}

/** `Monday, July 21` for a day. */
export function weekdayAndDate(day: string): string {
  return format(noonOf(day), { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
}

/** `Mon, Jul 21` for a day, where there is little room. */
export function shortWeekdayAndDate(day: string): string {
  return format(noonOf(day), { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** The day it is now in the zone. */
export function dayIn(timeZone: string, at = new Date(now())): string {
  return format(at, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
}

/** The day that lies `count` days after (or, negative, before) another. */
export function shiftDay(day: string, count: number): string {
  const moved = noonOf(day);
  moved.setUTCDate(moved.getUTCDate() + count);
  return moved.toISOString().slice(0, 10);
}

/** True for a real day written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && shiftDayOrNothing(text) === text;
}

/** `just now`, `12 min ago`, `3 h ago`, else the long date. */
export function timeAgo(instant: string, timeZone: string, at = now()): string {
  const minutes = Math.floor((at - Date.parse(instant)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return longDate(instant, timeZone);
}

/** `Today, 3:05 PM`, `Tomorrow, 9:00 AM`, else `Mon, Nov 30, 9:00 AM`. */
export function soonTime(instant: string, timeZone: string, asked = new Date(now())): string {
  const at = new Date(instant);
  const [day, today] = [dayIn(timeZone, at), dayIn(timeZone, asked)];
  const near = { [today]: 'Today', [shiftDay(today, 1)]: 'Tomorrow', [shiftDay(today, -1)]: 'Yesterday' }[day];
  const date = near ?? format(at, { weekday: 'short', month: 'short', day: 'numeric', timeZone });
  return `${date}, ${clockTime(instant, timeZone)}`;
}

/** `1:05` for 65 seconds. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

function shiftDayOrNothing(day: string): string | null {
  const noon = noonOf(day);
  return Number.isNaN(noon.getTime()) ? null : noon.toISOString().slice(0, 10);
}
