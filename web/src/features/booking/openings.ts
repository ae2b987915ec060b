import { clockTime, dayIn, shiftDay } from '@/lib/clinic-time';
import type { Slot } from './booking-office';

/** The calendar shows whole weeks: five hold the next four weeks whatever day it is. */
const WEEKS = 5;

/** The free times by day (`YYYY-MM-DD`) of a time zone; days without any are left out. */
export function slotsByDay(slots: readonly Slot[], timeZone: string): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>();
  for (const slot of slots) {
    const day = dayIn(timeZone, new Date(slot.startsAt));
    const others = days.get(day);
    if (others) others.push(slot);
    else days.set(day, [slot]);
  }
  return days;
}

/** The days of the calendar, week by week from the Sunday at or before `today`. */
export function calendarDays(today: string): string[] {
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  return Array.from({ length: 7 * WEEKS }, (_, i) => shiftDay(today, i - weekday));
}

/** The time zone of this browser. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'America/New_York';
}

const AT_HOME = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles',
  'America/Anchorage', 'Pacific/Honolulu'];

/** Time zones to choose from: those of the United States first, then all. */
export function timeZones(): { home: string[]; world: string[] } {
  const world = Intl.supportedValuesOf('timeZone').filter((zone) => !AT_HOME.includes(zone));
  return { home: AT_HOME, world };
}

/** `Eastern Time (New York)`: the name of a zone as people say it, and a city in it. */
export function zoneName(timeZone: string): string {
  const city = timeZone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || timeZone;
  return `${zonePart(timeZone, new Date(), 'longGeneric')} (${city})`;
}

/** `Tuesday, November 24 at 2:30 PM EST`. */
export function wholeTime(instant: string, timeZone: string): string {
  const date = new Date(instant);
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(date);
  return `${day} at ${clockTime(instant, timeZone)} ${zonePart(timeZone, date, 'short')}`;
}

function zonePart(timeZone: string, at: Date, timeZoneName: 'short' | 'longGeneric'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
