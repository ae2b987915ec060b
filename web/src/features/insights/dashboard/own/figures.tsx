import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { longDate } from '@/lib/time/clinic-time';
import { percent, whole } from '@/lib/figures';
import { Card } from '@/ui/card';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote, ErrorNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { StatCard } from '@/ui/stat-card';
import { TreatmentStatus } from '../recent-treatments';
import { ownCommsQuery, ownOverviewQuery, ownTreatmentsQuery, type OwnCommsStat, type OwnTreatment } from './queries';

/** Pages over several clinics stand in the zone of the browser. */
const { timeZone: HERE } = Intl.DateTimeFormat().resolvedOptions();

/** The four figures over all of the reader's clinics (spec §9). */
export function OwnStatCards() {
  const { data, isError, refetch } = useQuery(ownOverviewQuery);
  if (isError && !data) {
    return (
      <Card>
        <ErrorNote onRetry={() => void refetch()}>Couldn’t load the figures.</ErrorNote>
      </Card>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4" aria-busy={!data}>
      <StatCard label="Total Rebookings" value={data && whole(data.total_rebookings)} />
      <StatCard label="Success Rate" value={data && `${data.success_rate}%`} />
      <StatCard label="Active Patients" value={data && whole(data.active_patients)} />
      <StatCard label="Total Communications" value={data && whole(data.total_communications)} />
    </dl>
  );
}

/** Names of the reader's clinics by id, to tell rows of several apart. */
export type ClinicNames = ReadonlyMap<string, string>;

const explainTreatments = explain('Couldn’t load treatments.');

/** The newest five treatments, wherever they were. */
export function OwnRecentTreatments({ names }: { names: ClinicNames }) {
  return (
    <Section title="Recent Treatments">
      <Loaded query={useQuery(ownTreatmentsQuery)} waiting="Loading treatments" rows={5} explain={explainTreatments}>
        {(items) =>
          items.length === 0 ? (
            <div className="border-t border-line">
              <EmptyNote title="No treatments found" />
            </div>
          ) : (
            <ul className="border-t border-line">
              {items.map((item) => (
                <TreatmentRow key={item.id} treatment={item} clinic={names.get(item.clinic_id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function TreatmentRow({ treatment, clinic }: { treatment: OwnTreatment; clinic: string | undefined }) {
  return (
    <li className="flex items-center gap-4 border-b border-line px-5 py-3.5 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{treatment.patient_name}</p>
        <p className="text-[0.9375rem] text-slate">
          {treatment.name}
          {clinic && ` · ${clinic}`} · <time dateTime={treatment.performed_at}>{longDate(treatment.performed_at, HERE)}</time>
        </p>
      </div>
      <TreatmentStatus status={treatment.status} />
    </li>
  );
}

/** What came in by which way; nothing at all while there is nothing to count (spec §2). */
export function OwnCommsStats({ names }: { names: ClinicNames }) {
  const { data, isError, refetch } = useQuery(ownCommsQuery);
  if (isError && !data) {
    return (
      <Section title="Communication Statistics">
        <ErrorNote onRetry={() => void refetch()}>Couldn’t load communication figures.</ErrorNote>
      </Section>
    );
  }
  if (!data?.length) return null;
  return (
    <Section title="Communication Statistics">
      <ul className="grid border-t border-line sm:grid-cols-2 lg:grid-cols-3">
        {data.map((stat) => (
          <CommsCell key={stat.id} stat={stat} clinic={names.get(stat.clinic_id)} />
        ))}
      </ul>
    </Section>
  );
}

function CommsCell({ stat, clinic }: { stat: OwnCommsStat; clinic: string | undefined }) {
  return (
    <li className="-mr-px -mb-px border-r border-b border-line px-5 py-4 sm:px-6">
      <p className="font-semibold">{stat.communication_type}</p>
      {clinic && <p className="text-sm text-slate">{clinic}</p>}
      <p className="mt-2 font-display text-2xl font-medium">{whole(stat.total_calls)}</p>
      <p className="text-[0.9375rem] text-slate">{percent(stat.success_rate)} success rate</p>
    </li>
  );
}
