import { now } from '@/lib/time/now';
import type { Task } from '../tasks/queries';

export { partAnonymous } from '../tasks/about';

/** Where a task stands: to be done now, put off, or done. */
export type Status = 'open' | 'snoozed' | 'done';

/** What narrows the queue. `owner` is a user's id, or `none` for tasks that no one has. */
export interface QueueFilter {
  status: Status;
  kind: Task['kind'] | null;
  owner: string | null;
  due: 'overdue' | null;
}

/** The parameters of the address that a filter stands in. */
export const QUEUE_FILTERS: readonly (keyof QueueFilter)[] = ['status', 'kind', 'owner', 'due'];

export const STATUSES: readonly { value: Status; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'done', label: 'Done' },
];

const KINDS: readonly Task['kind'][] = ['emergency', 'call_back', 'follow_up'];

/** The filter that an address asks for; what it says wrongly counts as not said. */
export function readFilter(params: URLSearchParams): QueueFilter {
  const owner = params.get('owner') ?? '';
  return {
    status: STATUSES.find(({ value }) => value === params.get('status'))?.value ?? 'open',
    kind: KINDS.find((kind) => kind === params.get('kind')) ?? null,
    owner: /^(none|usr_[a-z0-9]{1,36})$/.test(owner) ? owner : null,
    due: params.get('due') === 'overdue' ? 'overdue' : null,
  };
}

/** Writes a filter into an address, which stays bare where nothing is narrowed. */
export function writeFilter(params: URLSearchParams, filter: QueueFilter): URLSearchParams {
  for (const name of QUEUE_FILTERS) {
    params.delete(name);
    const value = filter[name];
    if (value && value !== 'open') params.set(name, value);
  }
  return params;
}

/** Whether the time by which it was to be done is over. */
export function isOverdue({ due_at: due, completed_at: done }: Task): boolean {
  return due !== null && done === null && Date.parse(due) < now();
}

/** Whether it is out of the queue until later. */
export function isSnoozed({ snoozed_until: until, completed_at: done }: Task): boolean {
  return until !== null && done === null && Date.parse(until) > now();
}
