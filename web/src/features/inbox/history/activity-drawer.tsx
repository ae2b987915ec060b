import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { Drawer } from '@/ui/overlays/drawer';
import { ErrorNote } from '@/ui/feedback/notes';
import { Skeleton } from '@/ui/feedback/skeleton';
import { useAddressParam } from '@/ui/hooks/use-address-param';
import { ActivityFacts } from './activity-facts';
import { ACTIVITY_PARAM } from './activity-link';
import { Feedback } from './feedback';
import { PersonActions } from './person-actions';
import { activityQuery } from './queries';
import { Recording } from './recording';
import { Transcript } from './transcript';

export interface ActivityDrawerProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may say how well Mia handled a call or chat. */
  mayJudge?: boolean;
}

/** One entry of the history, open as long as the address names it. */
export const ActivityDrawer = memo(function ActivityDrawer({ slug, timeZone, mayJudge = false }: ActivityDrawerProps) {
  const [id, put] = useAddressParam(ACTIVITY_PARAM);
  const query = useQuery({ ...activityQuery(slug, id ?? ''), enabled: id !== null });
  const activity = id === null ? undefined : query.data;

  return (
    <Drawer open={id !== null} onClose={() => put(null)} title={activity?.patient_name ?? 'Entry'}>
      {query.isPending && <Waiting />}
      {query.isError && !activity && (
        <ErrorNote onRetry={isWorthRetrying(query.error) ? () => void query.refetch() : undefined}>
          {reasonOf(query.error, 'Couldn’t load the entry.')}
        </ErrorNote>
      )}
      {activity && (
        <>
          <ActivityFacts activity={activity} timeZone={timeZone} />
          <PersonActions slug={slug} activity={activity} />
          {mayJudge && (activity.action_type === 'Call' || activity.transcript.length > 0) && (
            <Feedback key={activity.id} slug={slug} id={activity.id} learns={activity.transcript.length > 0} />
          )}
          {activity.action_type === 'Call' && activity.transcript.length > 0 && (
            <Recording key={`sound-${activity.id}`} slug={slug} id={activity.id} recording={activity.recording} />
          )}
          <Transcript activity={activity} />
        </>
      )}
    </Drawer>
  );
});

function Waiting() {
  return (
    <div className="mt-2 grid gap-4">
      <span className="sr-only" role="status">
        Loading the entry
      </span>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-20" />
      <Skeleton className="h-48" />
    </div>
  );
}
