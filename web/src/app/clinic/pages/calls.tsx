import { CALL_FILTERS } from '@/features/inbox/history/call-filter';
import { CallLogs } from '@/features/inbox/history/call-logs';
import { PageTitle } from '@/features/shell/page-title';
import { SavedViews } from '@/features/shell/views/saved-views';
import { DensityOf, DensityToggle, useDensity } from '@/ui/buttons/density-toggle';
import { useArea } from '../area';
import { TITLES } from '../titles';

/** `/dashboard/{clinic}/calls`. */
export function Component() {
  const { session, clinic } = useArea();
  const { slug, name, timezone, permissions } = clinic;
  const rows = useDensity(session.user.id);
  return (
    <>
      <title>{`Call Logs · ${name}`}</title>
      <PageTitle {...TITLES.calls} />
      <DensityOf density={rows.density}>
        <CallLogs
          slug={slug}
          timeZone={timezone}
          mayOpen={permissions.includes('transcripts.read')}
          mayJudge={permissions.includes('calls.judge')}
          views={
            <span className="flex items-center gap-1">
              <SavedViews inline slug={slug} page="calls" names={CALL_FILTERS} mayTidy={permissions.includes('clinic.manage')} />
              <DensityToggle {...rows} />
            </span>
          }
        />
      </DensityOf>
    </>
  );
}
