import { Pipeline } from '@/features/leads/pipeline';
import { PageTitle } from '@/features/shell/page-title';
import { SavedViews } from '@/features/shell/views/saved-views';
import { useArea } from '../area';

/** The parameters of the address that a saved view is made of. */
const FILTERS = ['source', 'owner', 'next', 'days'] as const;

/** `/dashboard/{clinic}/leads`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Leads · ${name}`}</title>
      <PageTitle title="Leads">
        <SavedViews inline slug={slug} page="leads" names={FILTERS} mayTidy={permissions.includes('clinic.manage')} />
      </PageTitle>
      <Pipeline slug={slug} timeZone={timezone} mayWrite={permissions.includes('leads.write')} />
    </>
  );
}
