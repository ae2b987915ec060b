import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';
import { ReachActions } from '@/ui/buttons/reach-actions';
import { callerQuery, type ActivityDetail } from './queries';

type Clinic = Schemas['ClinicOut'];

export interface PersonActionsProps {
  slug: string;
  activity: ActivityDetail;
}

/** Ways on to the person of a contact, as far as the reader's role goes; to their record, and to what is planned. */
export function PersonActions({ slug, activity }: PersonActionsProps) {
  const { data: clinic } = useQuery($api.queryOptions('get', '/api/clinics/{slug}', inClinic(slug), { staleTime: 60_000 }));
  if (!clinic) return null;
  const Ways = activity.person ? OfPatient : clinic.permissions.includes('leads.read') ? OfCaller : null;
  return Ways && <Ways slug={slug} activity={activity} may={rightsOf(clinic)} />;
}

type Rights = ReturnType<typeof rightsOf>;

const rightsOf = ({ permissions }: Clinic) => ({
  book: permissions.includes('appointments.write'),
  text: permissions.includes('patients.contact'),
});

const LINK = 'inline-flex min-h-11 items-center text-petrol underline decoration-1 underline-offset-4 hover:decoration-2';

function OfPatient({ slug, activity: { id, person, status }, may }: PersonActionsProps & { may: Rights }) {
  if (!person) return null;
  const record = `/dashboard/${slug}/patients/${person.patient_id}`;
  return (
    <div className="mt-5">
      <ReachActions slug={slug} patientId={person.patient_id} phone={person.phone} threadId={person.thread_id} noText={person.no_text} may={may} />
      <p className="mt-2 flex flex-wrap gap-x-5">
        <Link to={record} className={LINK}>
          Open record
        </Link>
        {status === 'Scheduled' && may.text && (
          <Link to={`${record}?planned=${id}`} className={LINK}>
            Edit before it leaves
          </Link>
        )}
      </p>
    </div>
  );
}

/** Someone who is no patient, or was none yet when they called: by their lead, or the number they left. */
function OfCaller({ slug, activity: { id }, may }: PersonActionsProps & { may: Rights }) {
  const { data: caller } = useQuery(callerQuery(slug, id));
  if (!caller) return null;
  const { lead_id: lead, patient_id: patient, phone, email, thread_id: thread, no_text: noText } = caller;
  return (
    <div className="mt-5">
      <ReachActions slug={slug} patientId={patient} leadId={lead} bookBy={phone && id} phone={phone} email={email} threadId={thread} noText={noText} may={may} />
      <p className="mt-2 flex flex-wrap gap-x-5 empty:hidden">
        {patient && (
          <Link to={`/dashboard/${slug}/patients/${patient}`} className={LINK}>
            Open record
          </Link>
        )}
        {lead && (
          <Link to={`/dashboard/${slug}/leads?lead=${lead}`} className={LINK}>
            Open lead
          </Link>
        )}
      </p>
    </div>
  );
}
