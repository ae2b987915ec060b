import { Fragment } from 'react';
import { weekWords, type DayStretch } from '@/lib/time/week-hours';

/** The hours of a week in a line, or what to say of none. A line breaks between days, never within their hours. */
export function WeekLine({ stretches, none }: { stretches: readonly DayStretch[]; none: string }) {
  const week = weekWords(stretches);
  return (
    <p>
      {week.length === 0 && none}
      {week.map((days, index) => (
        <Fragment key={days}>
          {index > 0 && ' · '}
          <span className="sm:whitespace-nowrap">{days}</span>
        </Fragment>
      ))}
    </p>
  );
}
