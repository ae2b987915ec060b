import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { $api, inClinic } from '@/api/queries';
import type { Task } from './queries';

/** Tasks with the name of the person, as their lead has it, where they are no patient; for those who may read leads. */
export function useNamed(slug: string, tasks: readonly Task[], mayRead: boolean): readonly Task[] {
  const nameless = tasks.flatMap(({ patient_name: name, lead_id: lead }) => (name === null && lead !== null ? [lead] : []));
  const body = { ids: [...new Set(nameless)].sort() };
  const found = useQuery(
    $api.queryOptions('post', '/api/clinics/{slug}/tasks/names', { ...inClinic(slug), body }, {
      enabled: mayRead && body.ids.length > 0,
      placeholderData: keepPreviousData,
    }),
  );
  const names = new Map(found.data?.items.map(({ id, name }) => [id, name]));
  return tasks.map((task) => ({ ...task, patient_name: task.patient_name ?? names.get(task.lead_id ?? '') ?? null }));
}

/** Tasks in two parts: of someone, and follow-ups of visitors who left neither a name nor a number. */
export function partAnonymous(tasks: readonly Task[]): { named: Task[]; anonymous: Task[] } {
  const anonymous = tasks.filter(isAnonymous);
  // One alone needs no group.
  if (anonymous.length < 2) return { named: [...tasks], anonymous: [] };
  return { named: tasks.filter((task) => !isAnonymous(task)), anonymous };
}

function isAnonymous(task: Task): boolean {
  return task.kind === 'follow_up' && !task.patient_id && !task.phone && !task.lead_id;
}
