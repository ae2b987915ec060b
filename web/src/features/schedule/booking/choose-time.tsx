import { useMemo, useState } from 'react';
import { clockTime, dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import type { Openings, Slot } from './booking-office';
import { DayGrid } from './day-grid';
import { calendarDays, slotsByDay } from './openings';
import { ZoneSelect } from './zone-select';

export interface ChooseTimeProps {
  /** Null while the calendar is being read. */
  openings: Openings | null;
  timeZone: string | null;
  onZone: (timeZone: string) => void;
  onChoose: (slot: Slot) => void;
}

const NO_SLOTS: Slot[] = [];

/** The calendar: a day, then one of its free times, both in the visitor's time zone. */
export function ChooseTime({ openings, timeZone, onZone, onChoose }: ChooseTimeProps) {
  const [wished, setWished] = useState<string | null>(null);
  const byDay = useMemo(() => slotsByDay(openings && timeZone ? openings.slots : [], timeZone ?? 'UTC'), [openings, timeZone]);
  const chosen = wished && byDay.has(wished) ? wished : ([...byDay.keys()][0] ?? null);
  const days = openings && timeZone ? calendarDays(dayIn(timeZone)) : [];

  return (
    <div className="booking-choice" aria-busy={!openings}>
      <div>
        <p className="booking-months">{monthsOf(days)}</p>
        <DayGrid days={days} free={(day) => byDay.get(day)?.length ?? 0} chosen={chosen} onChoose={setWished} />
        <ZoneSelect value={timeZone} onChange={onZone} />
      </div>
      <section aria-labelledby="booking-times" className="booking-times">
        <h2 id="booking-times">{chosen ? weekdayAndDate(chosen) : 'Finding available times…'}</h2>
        <ul>
          {(chosen && timeZone ? (byDay.get(chosen) ?? NO_SLOTS) : NO_SLOTS).map((slot) => (
            <li key={slot.token}>
              <button type="button" className="booking-time" onClick={() => onChoose(slot)}>
                {clockTime(slot.startsAt, timeZone ?? 'UTC')}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** `November and December 2026` for the days on show. */
function monthsOf(days: string[]): string {
  const name = (day: string, year: boolean) =>
    new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC', ...(year && { year: 'numeric' }) }).format(
      new Date(`${day}T12:00:00Z`),
    );
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '\u00a0';
  if (first.slice(0, 7) === last.slice(0, 7)) return name(first, true);
  return `${name(first, first.slice(0, 4) !== last.slice(0, 4))} and ${name(last, true)}`;
}
