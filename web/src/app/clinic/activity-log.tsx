import { ActivityLog } from '@/features/audit/activity-log';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from './area';

/** `/dashboard/{clinic}/activity`. */
export function Component() {
  const { slug, name, timezone } = useArea().clinic;
  return (
    <>
      <title>{`Activity log · ${name}`}</title>
      <PageTitle title="Activity log" note="Who signed in, read or changed something, and what was refused." />
      <ActivityLog slug={slug} timeZone={timezone} />
    </>
  );
}
