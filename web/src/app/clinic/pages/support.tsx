import { PageTitle } from '@/features/shell/page-title';
import { SupportForm } from '@/features/oversight/support/support-form';
import { ErrorList } from '@/features/oversight/support/error-list';
import { Visits } from '@/features/oversight/support/visits';
import { useArea } from '../area';

/** `/dashboard/{clinic}/support`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  const { email } = useArea().session.user;
  return (
    <>
      <title>{`Support · ${name}`}</title>
      <PageTitle title="Support" note="Write to us, and see who has had access to your practice." />
      <SupportForm slug={slug} email={email} />
      <Visits slug={slug} timeZone={timezone} />
      {permissions.includes('errors.read') && <ErrorList slug={slug} timeZone={timezone} />}
    </>
  );
}
