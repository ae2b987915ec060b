import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api } from '@/api/queries';

export type Task = Schemas['TaskOut'];

/** What is open for staff, emergencies first. */
export const tasksQuery = (slug: string) => {
  const params = { path: { slug }, query: { status: 'open' as const } };
  return queryOptions(
    $api.queryOptions('get', '/api/clinics/{slug}/tasks', { params }, { select: (list) => emergenciesFirst(list.items) }),
  );
};

/** The order in which to work: emergencies, then the rest, each as the server ordered them. */
export function emergenciesFirst(tasks: readonly Task[]): Task[] {
  return [...tasks].sort((a, b) => Number(b.kind === 'emergency') - Number(a.kind === 'emergency'));
}

/** Completes a task: it leaves the list at once, and comes back when the server refuses. */
export function useCompleteTask(slug: string, onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const { queryKey } = tasksQuery(slug);
  return useMutation({
    mutationFn: (task: Task) =>
      answer(
        api.POST('/api/clinics/{slug}/tasks/{task_id}/complete', { params: { path: { slug, task_id: task.id } } }),
      ),
    onMutate: async (task) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (list) => list && { ...list, items: list.items.filter((t) => t.id !== task.id) });
    },
    onError: (error, task) => {
      // Only this task comes back: others may have been completed meanwhile.
      queries.setQueryData(
        queryKey,
        (list) => list && { ...list, items: [task, ...list.items.filter((t) => t.id !== task.id)] },
      );
      onRefused(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Takes a completion back: the task is to be done after all. */
export function useReopenTask(slug: string, onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (task: Task) =>
      answer(api.POST('/api/clinics/{slug}/tasks/{task_id}/reopen', { params: { path: { slug, task_id: task.id } } })),
    onError: onRefused,
    onSettled: () => queries.invalidateQueries({ queryKey: tasksQuery(slug).queryKey }),
  });
}
