import { Inbox } from '@/features/conversations/inbox';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from './area';

/** `/dashboard/{clinic}/messages`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Messages · ${name}`}</title>
      <PageTitle title="Messages" note="What patients text, what Mia answers, and where a person is needed." />
      <Inbox slug={slug} timeZone={timezone} mayWrite={permissions.includes('patients.contact')} />
    </>
  );
}
