import { clockTime, dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { whole } from '@/lib/figures';
import { Badge } from '@/ui/badge';
import type { Entry } from './queries';
import { outcomeMark, sentenceOf } from './sentences';

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
  /** Names of members by id, for entries that are about one. */
  people: ReadonlyMap<string, string>;
}

/** The log, a heading a day. */
export function EntryList({ entries, timeZone, people }: EntryListProps) {
  return byDay(entries, timeZone).map(({ day, entries: ofDay }) => (
    <section key={day} aria-label={weekdayAndDate(day)} className="border-t border-line">
      <h3 className="bg-mist px-5 py-2 text-[0.9375rem] font-medium text-slate sm:px-6">{weekdayAndDate(day)}</h3>
      <ul>
        {ofDay.map((entry) => (
          <EntryRow key={entry.id} entry={entry} timeZone={timeZone} about={aboutOf(entry, people)} />
        ))}
      </ul>
    </section>
  ));
}

/** What an entry is about: a member by name, another thing by its id, several by their number. */
function aboutOf({ object_id: id, objects }: Entry, people: ReadonlyMap<string, string>): string | null {
  if (id !== null) return people.get(id) ?? id;
  return objects > 1 ? `${whole(objects)} records` : null;
}

function EntryRow({ entry, timeZone, about }: { entry: Entry; timeZone: string; about: string | null }) {
  const mark = outcomeMark(entry.outcome);
  return (
    <li className="grid gap-x-5 gap-y-0.5 border-t border-line px-5 py-3 first:border-t-0 sm:grid-cols-[6rem_minmax(0,1fr)] sm:px-6">
      <time dateTime={entry.at} className="text-[0.9375rem] text-slate tabular-nums">
        {clockTime(entry.at, timeZone)}
      </time>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0">{sentenceOf(entry)}</p>
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
