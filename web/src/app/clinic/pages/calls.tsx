import { CALL_FILTERS } from '@/features/inbox/history/call-filter';
import { CallLogs } from '@/features/inbox/history/call-logs';
import { PageTitle } from '@/features/shell/page-title';
import { SavedViews } from '@/features/shell/views/saved-views';
import { useArea } from '../area';

/** `/dashboard/{clinic}/calls`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Call Logs · ${name}`}</title>
      <PageTitle title="Call Logs" note="Every call with its outcome and transcript." />
      <CallLogs
        slug={slug}
        timeZone={timezone}
        mayOpen={permissions.includes('transcripts.read')}
        mayJudge={permissions.includes('calls.judge')}
        views={
          <SavedViews
            inline
            slug={slug}
            page="calls"
            names={CALL_FILTERS}
            mayTidy={permissions.includes('clinic.manage')}
          />
        }
      />
    </>
  );
}
