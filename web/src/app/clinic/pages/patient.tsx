import { useParams } from 'react-router';
import { ActivityDoor } from '@/features/inbox/history/activity-door';
import { Profile } from '@/features/patients/profile';
import { ContactCard } from '@/features/recalls/center/contact/contact-card';
import { useArea } from '../area';

/** `/dashboard/{clinic}/patients/{id}`. */
export function Component() {
  const { slug, timezone, permissions } = useArea().clinic;
  const { patient = '' } = useParams();
  return (
    <>
      <Profile
        key={patient}
        slug={slug}
        id={patient}
        timeZone={timezone}
        mayWrite={permissions.includes('patients.write')}
        contact={
          <ContactCard slug={slug} timeZone={timezone} id={patient} mayContact={permissions.includes('patients.contact')} />
        }
      />
      {permissions.includes('transcripts.read') && (
        <ActivityDoor slug={slug} timeZone={timezone} mayJudge={permissions.includes('calls.judge')} />
      )}
    </>
  );
}
