import { Pipeline } from '@/features/leads/pipeline';
import { PageTitle } from '@/features/shell/page-title';
import { SavedViews } from '@/features/shell/views/saved-views';
import { DensityOf, DensityToggle, useDensity } from '@/ui/buttons/density-toggle';
import { useArea } from '../area';
import { TITLES } from '../titles';

/** The parameters of the address that a saved view is made of. */
const FILTERS = ['source', 'owner', 'next', 'days'] as const;

/** `/dashboard/{clinic}/leads`. */
export function Component() {
  const { session, clinic } = useArea();
  const { slug, name, timezone, permissions } = clinic;
  const rows = useDensity(session.user.id);
  return (
    <>
      <title>{`Leads · ${name}`}</title>
      <PageTitle {...TITLES.leads}>
        <div className="flex min-w-0 items-center gap-1">
          <SavedViews inline slug={slug} page="leads" names={FILTERS} mayTidy={permissions.includes('clinic.manage')} />
          <DensityToggle {...rows} />
        </div>
      </PageTitle>
      <DensityOf density={rows.density}>
        <Pipeline slug={slug} timeZone={timezone} mayWrite={permissions.includes('leads.write')} />
      </DensityOf>
    </>
  );
}
