import { queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { ofClinic } from '@/api/keys';
import { $api, inClinic } from '@/api/queries';
import type { Task } from '../tasks/queries';
import type { QueueFilter } from './filters';

export { useNamed } from '../tasks/about';

export type Owner = Schemas['TaskOwnerOut'];
export type TaskContext = Schemas['TaskContextOut'];
export type TaskChange = Schemas['TaskChangeIn'];

type List = Schemas['TasksOut'];

/** The tasks that a filter leaves, in the order in which to work. */
export const queueQuery = (slug: string, { status, kind, owner, due }: QueueFilter) => {
  const query = { status, ...(kind && { kind }), ...(owner && { owner }), ...(due && { due }) };
  return queryOptions(
    $api.queryOptions('get', '/api/clinics/{slug}/tasks', { params: { path: { slug }, query } }, {
      select: (list: List) => list.items,
    }),
  );
};

/** The team. */
export const ownersQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/tasks/owners', inClinic(slug), { staleTime: 5 * 60_000 });

/** One task with what it is about. */
export const taskQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/tasks/{task_id}', { params: { path: { slug, task_id: id } } });

const PARTS = ['tasks', 'tasks/counts', 'tasks/{task_id}', 'alerts'] as const;

/** Marks tasks as done, or reopens them: they leave the list at once, and come back when the server refuses. */
export function useSettle(slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ tasks, done }: { tasks: readonly Task[]; done: boolean }) => {
      for (const { id } of tasks) {
        const params = { path: { slug, task_id: id } };
        await answer(
          done
            ? api.POST('/api/clinics/{slug}/tasks/{task_id}/complete', { params })
            : api.POST('/api/clinics/{slug}/tasks/{task_id}/reopen', { params }),
        );
      }
    },
    onMutate: ({ tasks, done }) => {
      const ids = new Set(tasks.map(({ id }) => id));
      queries.setQueriesData<List>(
        { predicate: (query) => leaves(slug, query.queryKey, done) },
        (list) => list && { ...list, items: list.items.filter(({ id }) => !ids.has(id)) },
      );
    },
    onSettled: () => queries.invalidateQueries(ofClinic(slug, PARTS)),
  });
}

/** Gives a task an owner or a due time, or puts it off. */
export function useChangeTask(slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: TaskChange }) =>
      answer(
        api.PATCH('/api/clinics/{slug}/tasks/{task_id}', { params: { path: { slug, task_id: id } }, body: change }),
      ),
    onSettled: () => queries.invalidateQueries(ofClinic(slug, PARTS)),
  });
}

/** Whether a key is that of a list which a task leaves when it is done, or reopened. */
function leaves(slug: string, key: QueryKey, done: boolean): boolean {
  const { query } = (key[2] as { params?: { query?: { status?: string } } } | undefined)?.params ?? {};
  return ofClinic(slug, ['tasks']).predicate({ queryKey: key }) && (query?.status === 'done') !== done;
}
