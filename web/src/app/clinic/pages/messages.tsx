import { ActivityDoor } from '@/features/inbox/history/activity-door';
import { Inbox } from '@/features/inbox/threads/inbox';
import { Essentials } from '@/features/patients/essentials';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from '../area';

/** `/dashboard/{clinic}/messages`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  const mayWrite = permissions.includes('patients.contact');
  const essentials = (id: string) => <Essentials slug={slug} timeZone={timezone} id={id} mayWrite={mayWrite} />;
  return (
    <>
      <title>{`Messages · ${name}`}</title>
      <PageTitle title="Messages" note="Texts, emails, calls and chats, one conversation per person." />
      <Inbox
        slug={slug}
        timeZone={timezone}
        mayWrite={mayWrite}
        patient={permissions.includes('patients.read') ? essentials : undefined}
        entry={<ActivityDoor slug={slug} timeZone={timezone} mayJudge={permissions.includes('calls.judge')} />}
      />
    </>
  );
}
