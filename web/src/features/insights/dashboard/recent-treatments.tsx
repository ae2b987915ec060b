import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '@/api/answer';
import { longDate } from '@/lib/time/clinic-time';
import { dollars } from '@/lib/figures';
import { Badge, type BadgeTone } from '@/ui/badge';
import { EmptyNote, ErrorNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { Skeleton } from '@/ui/feedback/skeleton';
import { recentTreatmentsQuery, type RecentTreatment } from './queries';

/** The latest five treatments. */
export function RecentTreatments({ slug, timeZone }: { slug: string; timeZone: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(recentTreatmentsQuery(slug));
  return (
    <Section title="Recent Treatments">
      {isPending && (
        <div className="grid gap-6 border-t border-line px-5 py-5 sm:px-6">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </div>
      )}
      {isError && !data && (
        <ErrorNote onRetry={() => void refetch()}>{reasonOf(error, 'Couldn’t load treatments.')}</ErrorNote>
      )}
      {data?.length === 0 && <EmptyNote title="No treatments found" />}
      {data && data.length > 0 && (
        <ul className="border-t border-line">
          {data.map((treatment) => (
            <TreatmentRow key={treatment.id} treatment={treatment} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function TreatmentRow({ treatment, timeZone }: { treatment: RecentTreatment; timeZone: string }) {
  return (
    <li className="flex items-center gap-4 border-b border-line px-5 py-3.5 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{treatment.patient_name}</p>
        <p className="text-[0.9375rem] text-slate">
          {treatment.treatment_name} ·{' '}
          <time dateTime={treatment.performed_at}>{longDate(treatment.performed_at, timeZone)}</time>
        </p>
      </div>
      <p className="tabular-nums max-sm:hidden">{dollars(treatment.price_cents)}</p>
      <TreatmentStatus status={treatment.status} />
    </li>
  );
}

/** Completed green, pending yellow, scheduled blue, others grey; a missing one is unknown (spec §4). */
const TONES: Record<string, BadgeTone> = { completed: 'good', pending: 'warn', scheduled: 'info' };

export function TreatmentStatus({ status }: { status: string | null | undefined }) {
  const word = status ? status.charAt(0).toUpperCase() + status.slice(1) : 'Unknown';
  return <Badge tone={TONES[status ?? ''] ?? 'plain'}>{word}</Badge>;
}
