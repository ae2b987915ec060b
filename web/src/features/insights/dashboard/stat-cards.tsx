import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '@/api/answer';
import { dollars, percent, whole } from '@/lib/figures';
import { Card } from '@/ui/card';
import { ErrorNote } from '@/ui/feedback/notes';
import { StatCard } from '@/ui/stat-card';
import { overviewQuery } from './queries';

/** The clinic's four figures. */
export function StatCards({ slug }: { slug: string }) {
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
      <StatCard label="Total Treatments" value={data && whole(data.total_treatments)} />
      <StatCard label="Call Volume" value={data && whole(data.call_volume)} />
      <StatCard label="Booking Rate" value={data && percent(data.booking_rate)} />
      <StatCard label="Revenue Potential" value={data && dollars(data.revenue_potential_cents)} />
    </dl>
  );
}
