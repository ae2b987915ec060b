import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { dayIn, shiftDay, weekdayAndDate } from '@/lib/time/clinic-time';
import { Card } from '@/ui/card';
import { Loaded } from '@/ui/feedback/loaded';
import { useAddress } from '@/ui/hooks/use-address';
import { calendarQuery } from '../day/queries';
import { Board } from './board';
import { Steps } from './toolbar';
import { readView, weekOf, writeView, type View } from './view';

export interface CalendarProps {
  slug: string;
  timeZone: string;
  mayWrite: boolean;
  /** What the practice is called where it writes to patients; absent for who may not. */
  writesAs: string | undefined;
}

const explainCalendar = explain('Couldn’t load the calendar.');

/** The practice's calendar by day and week: who is seen when, by whom and where. */
export function Calendar({ slug, timeZone, mayWrite, writesAs }: CalendarProps) {
  const [params, setParams] = useAddress();
  const view = readView(params);
  const week = view.mode === 'week';
  const first = week ? weekOf(view.date ?? dayIn(timeZone)) : view.date;
  const query = useQuery(calendarQuery(slug, first, week ? 7 : 1));
  // Which day is today the practice says: the reader's clock may stand at another one.
  const date = view.date ?? query.data?.today ?? dayIn(timeZone);
  const turn = (next: (now: View) => Partial<View>) =>
    setParams((all) => writeView(all, { ...readView(all), ...next(readView(all)) }), { preventScrollReset: true, replace: true });
  const show = (change: Partial<View>) => turn(() => change);
  const step = (direction: -1 | 0 | 1) =>
    turn((now) => ({
      date: direction === 0 ? null : shiftDay(now.date ?? date, direction * (now.mode === 'week' ? 7 : 1)),
    }));

  return (
    <Card className="grid gap-0 overflow-hidden p-0!">
      <div className="px-5 py-3 sm:px-6">
        <Steps title={titleOf(first ?? date, week)} date={date} view={view} onStep={step} onView={show} />
      </div>
      <Loaded query={query} waiting="Loading the calendar" rows={8} explain={explainCalendar}>
        {(data) => (
          <div
            aria-busy={query.isPlaceholderData}
            className={classNames('min-w-0 transition-opacity', query.isPlaceholderData && 'pointer-events-none opacity-50')}
          >
            <Board slug={slug} data={data} view={view} mayWrite={mayWrite} writesAs={writesAs} show={show} step={step} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** `Thursday, March 26`, or the first and the last day of a week. */
function titleOf(first: string, week: boolean): string {
  const words = (day: string) => weekdayAndDate(day).split(', ')[1];
  return week ? `${words(first)} – ${words(shiftDay(first, 6))}` : weekdayAndDate(first);
}
