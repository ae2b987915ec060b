import { clockTime, dayIn, shiftDay } from '@/lib/time/clinic-time';
import { zonePart } from '@/lib/time/time-zones';
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

/** `Tuesday, November 24 at 2:30 PM EST`. */
export function wholeTime(instant: string, timeZone: string): string {
  const date = new Date(instant);
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(date);
  return `${day} at ${clockTime(instant, timeZone)} ${zonePart(timeZone, date, 'short')}`;
}
