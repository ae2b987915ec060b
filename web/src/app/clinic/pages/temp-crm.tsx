import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { AccessError } from '@/features/identity/session/access-error';
import { ClinicGate } from '@/features/identity/session/clinic-gate';
import { LogoutButton } from '@/features/identity/session/logout-button';
import { sessionQuery, type Clinic, type Session } from '@/features/identity/session/queries';
import { leaveForLogin } from '@/features/identity/session/session-watch';
import { NOT_SIGNED_IN, SECURITY_PAGE } from '@/features/identity/session/words';
import { AccountHeader } from '@/features/shell/account-header';
import { PageFrame } from '@/features/shell/page-frame';
import { PageTitle } from '@/features/shell/page-title';
import { TempCrm } from '@/features/leads/temporary/temp-crm';
import { SelectField } from '@/ui/fields/select-field';
import { Loading } from '@/ui/feedback/spinner';
import { ClinicFrame } from '../clinic-frame';

type Membership = Session['clinics'][number];

const CAPTURERS: readonly Membership['role'][] = ['owner', 'manager', 'front_desk'];
const NOTE = 'Save a lead in seconds. Unsaved leads are deleted after 30 minutes.';

/** `/temp-crm`: of the reader's clinic; of several, the one in the address or the first that they capture leads in. */
export function Component() {
  const session = useQuery(sessionQuery);
  const [search, setSearch] = useSearchParams();
  if (session.isPending) return <Loading>Loading the temporary CRM...</Loading>;
  if (!session.data) {
    const retry = isWorthRetrying(session.error) ? () => void session.refetch() : undefined;
    return <AccessError message={reasonOf(session.error, 'Failed to verify access')} onRetry={retry} />;
  }
  if (session.data.second_factor === 'required') return <AccessError message={NOT_SIGNED_IN} />;
  if (session.data.second_factor === 'enrol') return <Navigate to={SECURITY_PAGE} replace />;

  const { clinics, user } = session.data;
  const slug = clinicOf(clinics, search.get('clinic'))?.slug;
  if (slug === undefined) return <WithoutClinic email={user.email} />;
  return (
    <ClinicGate key={slug} slug={slug}>
      {(area) => (
        <ClinicFrame {...area}>
          <OfClinic clinic={area.clinic} clinics={clinics} onChoose={(chosen) => setSearch({ clinic: chosen })} />
        </ClinicFrame>
      )}
    </ClinicGate>
  );
}

function clinicOf(clinics: readonly Membership[], wished: string | null): Membership | undefined {
  const named = clinics.find(({ slug }) => slug === wished);
  return named ?? clinics.find(({ role }) => CAPTURERS.includes(role)) ?? clinics[0];
}

interface OfClinicProps {
  clinic: Clinic;
  clinics: readonly Membership[];
  onChoose: (slug: string) => void;
}

function OfClinic({ clinic, clinics, onChoose }: OfClinicProps) {
  const choices = clinics.map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <>
      <title>{`Temporary CRM · ${clinic.name}`}</title>
      <PageTitle title="Temporary CRM" note={NOTE}>
        {choices.length > 1 && (
          <SelectField
            label="Clinic"
            options={choices}
            value={clinic.slug}
            onChange={(event) => onChoose(event.target.value)}
            className="w-64 max-sm:w-full"
          />
        )}
      </PageTitle>
      <TempCrm slug={clinic.slug} timeZone={clinic.timezone} mayCapture={clinic.permissions.includes('leads.write')} />
    </>
  );
}

/** Someone who belongs to no clinic sees the page, and why nothing on it works. */
function WithoutClinic({ email }: { email: string }) {
  return (
    <PageFrame header={<AccountHeader email={email} back={null} logout={<LogoutButton left={leaveForLogin} />} />}>
      <title>Temporary CRM · Mia</title>
      <PageTitle title="Temporary CRM" note={NOTE} />
      <TempCrm slug={undefined} timeZone="UTC" mayCapture />
    </PageFrame>
  );
}
