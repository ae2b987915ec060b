import { ActivityDoor } from '@/features/inbox/history/activity-door';
import { QUEUE_FILTERS } from '@/features/inbox/queue/filters';
import { Queue } from '@/features/inbox/queue/queue';
import type { Stranger } from '@/features/inbox/queue/task-detail';
import { PersonBeside } from '@/features/leads/person-beside';
import { Essentials } from '@/features/patients/essentials';
import { PageTitle } from '@/features/shell/page-title';
import { SavedViews } from '@/features/shell/views/saved-views';
import { DensityOf, DensityToggle, useDensity } from '@/ui/buttons/density-toggle';
import { useArea } from '../area';
import { TITLES } from '../titles';

/** `/dashboard/{clinic}/tasks`. */
export function Component() {
  const { session, clinic } = useArea();
  const { slug, name, timezone, permissions } = clinic;
  const rows = useDensity(session.user.id);
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
  const person = (who: Stranger) => (
    <PersonBeside slug={slug} timeZone={timezone} {...who} may={{ write: may.write, add: permissions.includes('patients.write') }} />
  );
  return (
    <>
      <title>{`Tasks · ${name}`}</title>
      <PageTitle {...TITLES.tasks}>
        <div className="flex min-w-0 items-center gap-1">
          <SavedViews inline slug={slug} page="tasks" names={QUEUE_FILTERS} mayTidy={permissions.includes('clinic.manage')} />
          <DensityToggle {...rows} />
        </div>
      </PageTitle>
      <DensityOf density={rows.density}>
        <Queue
          slug={slug}
          timeZone={timezone}
          me={session.user.id}
          may={may}
          signature={{ my: session.user.name, practice: name }}
          patient={permissions.includes('patients.read') ? essentials : undefined}
          person={may.leads ? person : undefined}
        />
      </DensityOf>
      {may.read && <ActivityDoor slug={slug} timeZone={timezone} mayJudge={permissions.includes('calls.judge')} />}
    </>
  );
}
