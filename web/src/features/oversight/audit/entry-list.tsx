import { clockTime, dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { whole } from '@/lib/figures';
import { Badge } from '@/ui/badge';
import { fold, type Folded } from './folding';
import type { Entry } from './queries';
import { outcomeMark, sayEntry } from './sentences';

/** Entries of one day of the clinic. */
export interface Day {
  day: string;
  entries: Entry[];
}

/** Entries by the clinic's day, in the order in which they came. */
export function byDay(entries: readonly Entry[], timeZone: string): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = dayIn(timeZone, new Date(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

export interface EntryListProps {
  entries: readonly Entry[];
  timeZone: string;
  /** Names of members and patients by id, of appointments that of their patient. */
  names: ReadonlyMap<string, string>;
}

/** The log, a heading a day. */
export function EntryList({ entries, timeZone, names }: EntryListProps) {
  return byDay(entries, timeZone).map(({ day, entries: ofDay }) => (
    <section key={day} aria-label={weekdayAndDate(day)} className="border-t border-line">
      <h3 className="bg-mist px-5 py-2 text-[0.9375rem] font-medium text-slate sm:px-6">{weekdayAndDate(day)}</h3>
      <ul>
        {fold(ofDay).map((line) => (
          <EntryRow key={line.entry.id} line={line} timeZone={timeZone} names={names} />
        ))}
      </ul>
    </section>
  ));
}

interface EntryRowProps {
  line: Folded;
  timeZone: string;
  names: ReadonlyMap<string, string>;
}

function EntryRow({ line: { entry, times, firstAt }, timeZone, names }: EntryRowProps) {
  const mark = outcomeMark(entry.outcome);
  const { sentence, about } = sayEntry(entry, names);
  return (
    <li className="grid gap-x-5 gap-y-0.5 border-t border-line px-5 py-3 first:border-t-0 sm:grid-cols-[6rem_minmax(0,1fr)] sm:px-6">
      <time dateTime={entry.at} className="text-[0.9375rem] text-slate tabular-nums">
        {clockTime(entry.at, timeZone)}
      </time>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0">{sentence}</p>
        {times > 1 && (
          <p className="text-sm text-slate">
            {whole(times)} times since {clockTime(firstAt, timeZone)}
          </p>
        )}
        {mark && <Badge tone={mark.tone}>{mark.words}</Badge>}
        {about && <p className="min-w-0 text-sm break-all text-slate">{about}</p>}
        {entry.address && (
          <p className="min-w-0 text-sm break-all text-slate" title={entry.session ?? undefined}>
            from {entry.address}
          </p>
        )}
      </div>
    </li>
  );
}
