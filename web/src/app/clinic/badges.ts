import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countsQuery } from '@/features/inbox/queue/counts';
import { conversationCountsQuery } from '@/features/inbox/threads/counts';
import type { Area } from './area';
import type { Badges } from './places';

/** What waits at the pages of a clinic, for those who may open them. */
export function useBadges({ slug, permissions }: Area['clinic']): Badges {
  const { data: tasks } = useQuery({ ...countsQuery(slug), enabled: permissions.includes('tasks.read') });
  const { data: talks } = useQuery({ ...conversationCountsQuery(slug), enabled: permissions.includes('transcripts.read') });
  return useMemo(
    () => ({
      '/tasks': tasks && {
        count: tasks.open,
        words: `${tasks.open} open ${tasks.open === 1 ? 'task' : 'tasks'}`,
        late: tasks.urgent + tasks.overdue > 0,
      },
      '/messages': talks && {
        count: talks.unread,
        words: `${talks.unread} unread ${talks.unread === 1 ? 'conversation' : 'conversations'}`,
        late: false,
      },
    }),
    [tasks, talks],
  );
}
