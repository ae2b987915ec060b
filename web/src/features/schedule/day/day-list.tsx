import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { dayIn, isDay, weekdayAndDate } from '@/lib/time/clinic-time';
import { EmptyNote, ErrorNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { Skeleton } from '@/ui/feedback/skeleton';
import { useAddressParam } from '@/ui/hooks/use-address-param';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { AppointmentRow } from './appointment-row';
import { ClosedDay } from './closed-day';
import { DayNavigation } from './day-navigation';
import { appointmentsQuery, type Appointment } from './queries';

export interface DayListProps {
  slug: string;
  timeZone: string;
  className?: string;
}

/** The appointments of a day. The day stands in the address (`?date=`); without one it is the clinic's today. */
export function DayList({ slug, timeZone, className }: DayListProps) {
  const [asked, choose] = useAddressParam('date');
  const chosen = asked && isDay(asked) ? asked : null;
  const { data, isPending, isError, error, refetch, isPlaceholderData } = useQuery(appointmentsQuery(slug, chosen));
  const day = chosen ?? (isPlaceholderData ? undefined : data?.date) ?? dayIn(timeZone);

  return (
    <Section
      title={chosen ? 'Appointments' : "Today's appointments"}
      note={<span aria-live="polite">{weekdayAndDate(day)}{data && !isPlaceholderData && countOf(data.items)}</span>}
      actions={
        <div className="flex flex-wrap items-center gap-x-4">
          <Link to={`/dashboard/${slug}/calendar?date=${day}`} className="inline-flex min-h-11 items-center font-semibold text-petrol underline underline-offset-4">
            Open calendar
          </Link>
          <DayNavigation day={day} chosen={chosen !== null} onChange={choose} />
        </div>
      }
      className={className ?? ''}
    >
      {isPending && <Waiting />}
      {isError && !data && (
        <ErrorNote onRetry={() => void refetch()}>
          {reasonOf(error, 'Couldn’t load appointments.')}
        </ErrorNote>
      )}
      {data?.items.length === 0 && (data.next_open ? <ClosedDay next={data.next_open} onOpen={choose} /> : <NoVisits />)}
      {data && data.items.length > 0 && (
        <Rows items={data.items} group={data.date} timeZone={timeZone} stale={isPlaceholderData} />
      )}
    </Section>
  );
}

function NoVisits() {
  return <EmptyNote title="No appointments this day">Mia’s bookings appear here automatically.</EmptyNote>;
}

function countOf(items: Appointment[]): string {
  return items.length === 0 ? '' : ` · ${items.length} ${items.length === 1 ? 'visit' : 'visits'}`;
}

interface RowsProps {
  items: Appointment[];
  group: string;
  timeZone: string;
  stale: boolean;
}

function Rows({ items, group, timeZone, stale }: RowsProps) {
  const fresh = useFreshKeys(stale ? undefined : items.map((item) => item.id), group);
  return (
    // A long day scrolls within its card beside the tasks; scrolling needs the keyboard too.
    <div
      role="group"
      aria-label="Appointments of the day"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classNames(
        'scroll-calm border-t border-line transition-opacity lg:max-h-[27rem] lg:overflow-y-auto',
        stale && 'opacity-50',
      )}
    >
      <ul>
        {items.map((item) => (
          <AppointmentRow key={item.id} appointment={item} timeZone={timeZone} fresh={fresh.has(item.id)} />
        ))}
      </ul>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-5 border-t border-line px-5 py-5 sm:px-6">
      <span className="sr-only" role="status">
        Loading appointments
      </span>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex gap-6">
          <Skeleton className="h-10 w-16" />
          <Skeleton className="h-10 flex-1" />
        </div>
      ))}
    </div>
  );
}
