import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { longDate } from '@/lib/time/clinic-time';
import { dollars } from '@/lib/figures';
import { Badge, type BadgeTone } from '@/ui/badge';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { recentTreatmentsQuery, type RecentTreatment } from './queries';

const explainTreatments = explain('Couldn’t load treatments.');

/** The latest five treatments. */
export function RecentTreatments({ slug, timeZone }: { slug: string; timeZone: string }) {
  return (
    <Section title="Recent Treatments">
      <Loaded query={useQuery(recentTreatmentsQuery(slug))} waiting="Loading treatments" rows={5} explain={explainTreatments}>
        {(treatments) =>
          treatments.length === 0 ? (
            <EmptyNote title="No treatments found" />
          ) : (
            <ul className="border-t border-line">
              {treatments.map((treatment) => (
                <TreatmentRow key={treatment.id} treatment={treatment} timeZone={timeZone} />
              ))}
            </ul>
          )
        }
      </Loaded>
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
