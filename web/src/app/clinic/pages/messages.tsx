import { useNavigate } from 'react-router';
import { ActivityDoor } from '@/features/inbox/history/activity-door';
import { NewMessage } from '@/features/inbox/threads/new-message';
import { Inbox } from '@/features/inbox/threads/inbox';
import { PersonBeside } from '@/features/leads/person-beside';
import { Essentials } from '@/features/patients/essentials';
import { PageTitle } from '@/features/shell/page-title';
import { classNames } from '@/lib/class-names';
import { useAddressParam } from '@/ui/hooks/use-address-param';
import { DensityOf, DensityToggle, useDensity } from '@/ui/buttons/density-toggle';
import { useArea } from '../area';
import { TITLES } from '../titles';

/** `/dashboard/{clinic}/messages`. */
export function Component() {
  const { session, clinic } = useArea();
  const { slug, name, timezone, permissions } = clinic;
  const navigate = useNavigate();
  const rows = useDensity(session.user.id);
  // On a phone the whole page is for the conversation that is open.
  const isOpen = useAddressParam('thread')[0] !== null;
  const mayWrite = permissions.includes('patients.contact');
  const mayFind = permissions.includes('patients.read');
  const essentials = (id: string) => <Essentials slug={slug} timeZone={timezone} id={id} mayWrite={mayWrite} />;
  const person = (id: string) => (
    <PersonBeside slug={slug} timeZone={timezone} conversation={id} may={{ write: mayWrite, add: permissions.includes('patients.write') }} />
  );
  const begin = (query = '') => (
    <NewMessage slug={slug} mayReadLeads={permissions.includes('leads.read')} query={query} onChoose={(id) => void navigate(`/dashboard/${slug}/messages?to=${id}`)} />
  );
  return (
    <>
      <title>{`Messages · ${name}`}</title>
      <div className={classNames(isOpen && 'max-lg:sr-only')}>
        <PageTitle {...TITLES.messages}>
          <div className={classNames('flex items-center gap-1', isOpen && 'max-lg:hidden')}>
            <DensityToggle {...rows} />
            {mayWrite && mayFind && begin()}
          </div>
        </PageTitle>
      </div>
      <DensityOf density={rows.density}>
        <Inbox
          slug={slug}
          timeZone={timezone}
          may={{ book: permissions.includes('appointments.write'), write: mayWrite, note: permissions.includes('notes.write'), replies: permissions.includes('clinic.manage') }}
          signature={{ my: session.user.name, practice: name }}
          me={session.user.id}
          patient={mayFind ? essentials : undefined}
          begin={mayWrite && mayFind ? begin : undefined}
          person={permissions.includes('leads.read') ? person : undefined}
          entry={<ActivityDoor slug={slug} timeZone={timezone} mayJudge={permissions.includes('calls.judge')} />}
        />
      </DensityOf>
    </>
  );
}
