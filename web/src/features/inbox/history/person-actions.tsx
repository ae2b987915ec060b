import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { $api, inClinic } from '@/api/queries';
import { ReachActions } from '@/ui/buttons/reach-actions';
import type { ActivityDetail } from './queries';

/** Ways on to the person of a contact, as far as the reader's role goes; to their record, and to what is planned. */
export function PersonActions({ slug, activity }: { slug: string; activity: ActivityDetail }) {
  const { data: clinic } = useQuery($api.queryOptions('get', '/api/clinics/{slug}', inClinic(slug), { staleTime: 60_000 }));
  const { id, person, status } = activity;
  if (!person || !clinic) return null;
  const may = { book: clinic.permissions.includes('appointments.write'), text: clinic.permissions.includes('patients.contact') };
  const record = `/dashboard/${slug}/patients/${person.patient_id}`;
  const link = 'inline-flex min-h-11 items-center text-petrol underline decoration-1 underline-offset-4 hover:decoration-2';
  return (
    <div className="mt-5">
      <ReachActions slug={slug} patientId={person.patient_id} phone={person.phone} threadId={person.thread_id} noText={person.no_text} may={may} />
      <p className="mt-2 flex flex-wrap gap-x-5">
        <Link to={record} className={link}>
          Open record
        </Link>
        {status === 'Scheduled' && may.text && (
          <Link to={`${record}?planned=${id}`} className={link}>
            Edit before it leaves
          </Link>
        )}
      </p>
    </div>
  );
}
