import { PageTitle } from '@/features/shell/page-title';
import { ErrorList } from '@/features/oversight/support/error-list';
import { Visits } from '@/features/oversight/support/visits';
import { useArea } from '../area';

/** `/dashboard/{clinic}/support`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Support · ${name}`}</title>
      <PageTitle title="Support" note="Support access to your practice, and errors." />
      <Visits slug={slug} timeZone={timezone} />
      {permissions.includes('errors.read') && <ErrorList slug={slug} timeZone={timezone} />}
    </>
  );
}
