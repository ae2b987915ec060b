import { useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { weekdayAndDate } from '@/lib/time/clinic-time';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export interface DayGridProps {
  /** Whole weeks from a Sunday, as `YYYY-MM-DD`; empty while the calendar is being read. */
  days: string[];
  /** How many times are free, by day. */
  free: (day: string) => number;
  chosen: string | null;
  onChoose: (day: string) => void;
}

/** Five weeks as a grid. Arrows walk from day to day, Enter chooses; days without a free time cannot be chosen. */
export function DayGrid({ days, free, chosen, onChoose }: DayGridProps) {
  const [reached, setReached] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const current = reached && days.includes(reached) ? reached : chosen;

  const walk = (event: KeyboardEvent) => {
    const from = days.indexOf(current ?? '');
    const row = from - (from % 7);
    const to = { Home: row, End: row + 6 }[event.key] ?? from + (STEPS[event.key] ?? 0);
    const day = days[to];
    if (!day || to === from) return;
    event.preventDefault();
    setReached(day);
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  };

  return (
    <table ref={grid} role="grid" aria-label="Day" className="booking-days" onKeyDown={walk}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(days).map((week, i) => (
          <tr key={week[0] ?? i}>
            {Array.from({ length: 7 }, (_, column) => {
              const day = week[column];
              return day ? (
                <Day key={day} day={day} count={free(day)} chosen={day === chosen} reachable={day === current} onChoose={onChoose} />
              ) : (
                <td key={column}>
                  <span className="booking-day-waiting" />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: string;
  count: number;
  chosen: boolean;
  /** The one day of the grid that Tab leads to. */
  reachable: boolean;
  onChoose: (day: string) => void;
}

function Day({ day, count, chosen, reachable, onChoose }: DayProps) {
  const number = Number(day.slice(8));
  const name = `${weekdayAndDate(day)}, ${count === 0 ? 'no times' : count === 1 ? '1 time' : `${count} times`}`;
  return (
    <td role="gridcell" aria-selected={chosen}>
      <button
        type="button"
        data-day={day}
        data-month={number === 1 ? monthOf(day) : undefined}
        tabIndex={reachable ? 0 : -1}
        aria-label={name}
        aria-disabled={count === 0}
        className={classNames('booking-day', chosen && 'booking-day-chosen')}
        onClick={() => count > 0 && onChoose(day)}
      >
        {number}
      </button>
    </td>
  );
}

function monthOf(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}

function weeksOf(days: string[]): string[][] {
  return Array.from({ length: 5 }, (_, i) => days.slice(7 * i, 7 * i + 7));
}
