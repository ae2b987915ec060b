import { ActivityLog } from '@/features/oversight/audit/activity-log';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from '../area';

/** `/dashboard/{clinic}/activity`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Activity log · ${name}`}</title>
      <PageTitle title="Activity log" note="Sign-ins, views, changes, and denied attempts." />
      <ActivityLog slug={slug} timeZone={timezone} seesPatients={permissions.includes('patients.read')} />
    </>
  );
}
