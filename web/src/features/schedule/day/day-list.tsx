import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { dayIn, isDay, weekdayAndDate } from '@/lib/time/clinic-time';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
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

const explainDay = explain('Couldn’t load appointments.');

/** The appointments of a day. The day stands in the address (`?date=`); without one it is the clinic's today. */
export function DayList({ slug, timeZone, className }: DayListProps) {
  const [asked, choose] = useAddressParam('date');
  const chosen = asked && isDay(asked) ? asked : null;
  const query = useQuery(appointmentsQuery(slug, chosen));
  const { data, isPlaceholderData } = query;
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
      <Loaded query={query} waiting="Loading appointments" rows={5} explain={explainDay}>
        {({ items, date, next_open: next }) =>
          items.length > 0 ? (
            <Rows items={items} slug={slug} date={date} timeZone={timeZone} stale={isPlaceholderData} />
          ) : next ? (
            <ClosedDay next={next} onOpen={choose} />
          ) : (
            <EmptyNote title="No appointments this day">Mia’s bookings appear here automatically.</EmptyNote>
          )
        }
      </Loaded>
    </Section>
  );
}

function countOf(items: Appointment[]): string {
  return items.length === 0 ? '' : ` · ${items.length} ${items.length === 1 ? 'visit' : 'visits'}`;
}

interface RowsProps {
  items: Appointment[];
  slug: string;
  date: string;
  timeZone: string;
  stale: boolean;
}

function Rows({ items, slug, date, timeZone, stale }: RowsProps) {
  const fresh = useFreshKeys(stale ? undefined : items.map((item) => item.id), date);
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
          <AppointmentRow
            key={item.id}
            appointment={item}
            to={`/dashboard/${slug}/calendar?date=${date}&visit=${item.id}`}
            timeZone={timeZone}
            fresh={fresh.has(item.id)}
          />
        ))}
      </ul>
    </div>
  );
}
