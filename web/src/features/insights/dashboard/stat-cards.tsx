import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '@/api/answer';
import { dollars, percent, whole } from '@/lib/figures';
import { Card } from '@/ui/card';
import { ErrorNote } from '@/ui/feedback/notes';
import { StatCard } from '@/ui/stat-card';
import { overviewQuery } from './queries';

export interface StatCardsProps {
  slug: string;
  /** The lists behind the figures that the reader may open. */
  opens: { patients: boolean; calls: boolean };
}

/** The clinic's four figures, with their period, how it was before, and the list behind each. */
export function StatCards({ slug, opens }: StatCardsProps) {
  const home = `/dashboard/${slug}`;
  const { data, isError, error, refetch } = useQuery(overviewQuery(slug));
  if (isError && !data) {
    return (
      <Card>
        <ErrorNote onRetry={() => void refetch()}>{reasonOf(error, 'Couldn’t load the figures.')}</ErrorNote>
      </Card>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4" aria-busy={!data}>
      <StatCard
        label="Total Treatments"
        value={data && whole(data.total_treatments)}
        note={data && `All time, ${whole(data.new_treatments)} in 30 days`}
        to={opens.patients ? `${home}/patients` : undefined}
      />
      <StatCard
        label="Call Volume"
        value={data && whole(data.call_volume)}
        note={data && `Last 30 days${trend(data.call_volume, data.call_volume_before, whole)}`}
        to={opens.calls ? `${home}/calls` : undefined}
      />
      <StatCard
        label="Booking Rate"
        value={data && percent(data.booking_rate)}
        note={data && `Last 30 days${trend(data.booking_rate, data.booking_rate_before, percent)}`}
        to={opens.calls ? `${home}/calls?status=Booked` : undefined}
      />
      <StatCard
        label="Revenue Potential"
        value={data && dollars(data.revenue_potential_cents)}
        note={data && `Overdue today, ${dollars(data.new_revenue_potential_cents)} new in 30 days`}
        to={`${home}/${opens.patients ? 'patients?group=overdue' : 'rebooking-analytics'}`}
      />
    </dl>
  );
}

/** How it was in the 30 days before. */
function trend(now: number, before: number, words: (value: number) => string): string {
  return now === before ? ', as before' : `, ${now > before ? 'up' : 'down'} from ${words(before)}`;
}
