import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { ActivityFacts } from '../history/activity-facts';
import { activityQuery } from '../history/queries';
import { Recording } from '../history/recording';
import { Transcript } from '../history/transcript';
import type { ConversationRights, Signature } from '../threads/rights';
import { Thread } from '../threads/thread';
import type { TaskContext } from './queries';

const explainEntry = explain('Couldn’t load the conversation.');

export interface SubjectProps {
  slug: string;
  timeZone: string;
  found: TaskContext;
  may: ConversationRights;
  signature: Signature;
}

/** What a task is about: the call or chat in which it came up, and the messages with the person, where one answers. */
export function Subject({ slug, timeZone, found: { activity_id: activity, thread_id: thread }, may, signature }: SubjectProps) {
  return (
    <section aria-label="Conversation" className="min-w-0 border-t border-line">
      {activity && <Entry key={activity} slug={slug} timeZone={timeZone} id={activity} />}
      {thread && (
        <div className={classNames('lg:h-[36rem]', activity && 'border-t border-line')}>
          <Thread key={thread} slug={slug} timeZone={timeZone} id={thread} may={may} signature={signature} aside={activity !== null} />
        </div>
      )}
      {!activity && !thread && <EmptyNote title="No conversation">Nothing was said or written about this task.</EmptyNote>}
    </section>
  );
}

function Entry({ slug, timeZone, id }: { slug: string; timeZone: string; id: string }) {
  const query = useQuery(activityQuery(slug, id));
  return (
    <Loaded query={query} waiting="Loading the conversation" explain={explainEntry}>
      {(activity) => (
        <div className="px-5 py-5 sm:px-6">
          <ActivityFacts activity={activity} timeZone={timeZone} />
          {activity.action_type === 'Call' && activity.transcript.length > 0 && (
            <Recording slug={slug} id={id} recording={activity.recording} />
          )}
          <Transcript activity={activity} />
        </div>
      )}
    </Loaded>
  );
}
