import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countsQuery } from '@/features/inbox/queue/counts';
import type { Area } from './area';
import type { Badges } from './places';

/** What waits at the pages of a clinic, for those who may open them. */
export function useBadges({ slug, permissions }: Area['clinic']): Badges {
  const { data: tasks } = useQuery({ ...countsQuery(slug), enabled: permissions.includes('tasks.read') });
  return useMemo(
    () => ({
      '/tasks': tasks && {
        count: tasks.open,
        words: `${tasks.open} open ${tasks.open === 1 ? 'task' : 'tasks'}`,
        late: tasks.urgent + tasks.overdue > 0,
      },
    }),
    [tasks],
  );
}
