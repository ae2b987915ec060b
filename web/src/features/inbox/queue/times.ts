import { dayIn, isDay, shiftDay, weekdayAndDate } from '@/lib/time/clinic-time';
import { minutesOfDay, wallClock } from '@/lib/time/day-bounds';

export interface TimeChoice {
  label: string;
  /** ISO 8601. */
  at: string;
}

const HOUR = 3_600_000;
const MORNING = 9 * 60;
const EVENING = 17 * 60;

/** The times that a task is put off until, or due at, in the clinic's zone: soon, today, tomorrow, next week. */
export function timeChoices(timeZone: string, now: number): TimeChoice[] {
  const today = dayIn(timeZone, new Date(now));
  const at = (day: string, minutes: number) => new Date(wallClock(day, minutes, timeZone)).toISOString();
  const monday = nextMonday(today);
  const inAnHour = { label: 'In 1 hour', at: new Date(now + HOUR).toISOString() };
  const tonight = { label: 'Today, 5:00 PM', at: at(today, EVENING) };
  return [
    inAnHour,
    ...(minutesOfDay(now, timeZone) < EVENING - 60 ? [tonight] : []),
    { label: 'Tomorrow, 9:00 AM', at: at(shiftDay(today, 1), MORNING) },
    { label: `${weekdayAndDate(monday)}, 9:00 AM`, at: at(monday, MORNING) },
  ];
}

/** The instant of a day and a time of the clinic's clocks (`2026-11-24`, `09:30`); null for what is neither. */
export function instantOf(day: string, time: string, timeZone: string): string | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (!isDay(day) || hours === undefined) return null;
  return new Date(wallClock(day, Number(hours) * 60 + Number(minutes), timeZone)).toISOString();
}

/** The first Monday after tomorrow, so that it never says the same as tomorrow does. */
function nextMonday(today: string): string {
  let day = shiftDay(today, 2);
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 1) day = shiftDay(day, 1);
  return day;
}
