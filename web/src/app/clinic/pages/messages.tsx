import { Inbox } from '@/features/inbox/threads/inbox';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from '../area';

/** `/dashboard/{clinic}/messages`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Messages · ${name}`}</title>
      <PageTitle title="Messages" note="Texts with patients, Mia’s answers, and what needs your team." />
      <Inbox slug={slug} timeZone={timezone} mayWrite={permissions.includes('patients.contact')} />
    </>
  );
}
