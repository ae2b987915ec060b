import { clockTime } from '@/lib/time/clinic-time';
import { minutesOfDay, wallClock } from '@/lib/time/day-bounds';
import { zonePart } from '@/lib/time/time-zones';

const MINUTE = 60_000;
const HOUR = 60;
/** Visits are put on quarter hours. */
export const STEP_MS = 15 * MINUTE;

/** The part of a day that is drawn, in real time: on days on which the clocks change it is an hour shorter or longer. */
export interface DayScale {
  start: number;
  end: number;
}

/** A line of the grid. */
export interface Mark {
  at: number;
  label: string;
}

/** Hours on the wall between which everything lies; whole hours. */
export interface Hours {
  from: number;
  to: number;
}

/** The hours in which anything of these stretches (ISO instants) lies, with an hour around; 8 to 18 when nothing does. */
export function hoursOf(stretches: readonly { starts_at: string; ends_at: string }[], timeZone: string): Hours {
  let [from, to] = [24, 0];
  for (const { starts_at: start, ends_at: end } of stretches) {
    const begins = Math.floor(minutesOfDay(Date.parse(start), timeZone) / HOUR);
    const last = Math.ceil((minutesOfDay(Date.parse(end) - MINUTE, timeZone) + 1) / HOUR);
    from = Math.min(from, begins);
    to = Math.max(to, last, begins + 1);
  }
  return from < to ? { from: Math.max(0, from - 1), to: Math.min(24, to + 1) } : { from: 8, to: 18 };
}

/** The drawn part of a day between two hours on the wall. */
export function scaleOf(day: string, { from, to }: Hours, timeZone: string): DayScale {
  return { start: wallClock(day, from * HOUR, timeZone), end: wallClock(day, to * HOUR, timeZone) };
}

/** A line for each hour that passes, with what the clocks show: an hour that comes twice is named with its zone. */
export function marksOf(scale: DayScale, timeZone: string): Mark[] {
  const marks: Mark[] = [];
  for (let at = scale.start; at < scale.end; at += HOUR * MINUTE) {
    marks.push({ at, label: clockTime(new Date(at).toISOString(), timeZone).replace(':00', '') });
  }
  const seen = new Map<string, number>();
  for (const { label } of marks) seen.set(label, (seen.get(label) ?? 0) + 1);
  return marks.map(({ at, label }) => ({
    at,
    label: seen.get(label) === 1 ? label : `${label} ${zonePart(timeZone, new Date(at), 'short')}`,
  }));
}

/** Whether the clocks change within the drawn part. */
export function isIrregular(scale: DayScale, timeZone: string): boolean {
  const shown = minutesOfDay(scale.end - MINUTE, timeZone) - minutesOfDay(scale.start, timeZone);
  return shown !== (scale.end - scale.start) / MINUTE - 1;
}

/** The nearest quarter hour within the scale at which something of this length still fits. */
export function snap(scale: DayScale, at: number, length: number): number {
  const stepped = scale.start + Math.round((at - scale.start) / STEP_MS) * STEP_MS;
  return Math.max(scale.start, Math.min(stepped, scale.end - Math.min(length, scale.end - scale.start)));
}

/** Where something stands beside what overlaps it: its lane, and how many there are. */
export interface Lane {
  lane: number;
  lanes: number;
}

/** Puts what overlaps side by side, in as few lanes as it takes; stretches come in order of their start. */
export function lanesOf(stretches: readonly { start: number; end: number }[]): Lane[] {
  const placed: Lane[] = [];
  let group: number[] = [];
  let ends: number[] = [];
  let reach = -Infinity;
  const close = () => {
    for (const index of group) placed[index]!.lanes = ends.length;
    group = [];
    ends = [];
  };
  stretches.forEach(({ start, end }, index) => {
    if (start >= reach) close();
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = end;
    reach = Math.max(reach, end);
    placed.push({ lane, lanes: 1 });
    group.push(index);
  });
  close();
  return placed;
}
