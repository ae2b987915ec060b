import { ActivityDoor } from '@/features/inbox/history/activity-door';
import { QUEUE_FILTERS } from '@/features/inbox/queue/filters';
import { Queue } from '@/features/inbox/queue/queue';
import { Essentials } from '@/features/patients/essentials';
import { PageTitle } from '@/features/shell/page-title';
import { SavedViews } from '@/features/shell/views/saved-views';
import { useArea } from '../area';

/** `/dashboard/{clinic}/tasks`. */
export function Component() {
  const { session, clinic } = useArea();
  const { slug, name, timezone, permissions } = clinic;
  const may = {
    work: permissions.includes('tasks.complete'),
    read: permissions.includes('transcripts.read'),
    write: permissions.includes('patients.contact'),
    note: permissions.includes('notes.write'),
    replies: permissions.includes('clinic.manage'),
    book: permissions.includes('appointments.write'),
    leads: permissions.includes('leads.read'),
  };
  const essentials = (id: string) => <Essentials slug={slug} timeZone={timezone} id={id} mayWrite={may.write} />;
  return (
    <>
      <title>{`Tasks · ${name}`}</title>
      <PageTitle title="Tasks">
        <div className="-mr-4 -mb-4">
          <SavedViews slug={slug} page="tasks" names={QUEUE_FILTERS} mayTidy={permissions.includes('clinic.manage')} />
        </div>
      </PageTitle>
      <Queue
        slug={slug}
        timeZone={timezone}
        me={session.user.id}
        may={may}
        signature={{ my: session.user.name, practice: name }}
        patient={permissions.includes('patients.read') ? essentials : undefined}
      />
      {may.read && <ActivityDoor slug={slug} timeZone={timezone} mayJudge={permissions.includes('calls.judge')} />}
    </>
  );
}
