import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { now } from '@/lib/time/now';
import { useToast } from '@/ui/feedback/toast';
import type { Task } from '../tasks/queries';
import { useChangeTask, useSettle, type TaskChange } from './queries';

/** What is being asked about the chosen task. */
export type Asking = 'owner' | 'snooze' | 'due';

export interface TaskActions {
  asking: Asking | null;
  ask: (what: Asking | null) => void;
  /** Marks as done; can be undone. */
  complete: (tasks: readonly Task[]) => void;
  reopen: (tasks: readonly Task[]) => void;
  /** Gives an owner or a time, or puts off; can be undone. */
  change: (task: Task, change: TaskChange, said: string) => void;
  say: (words: string) => void;
}

/** What can be done with tasks, each said in a toast; `left` is called when tasks leave the list. */
export function useTaskActions(slug: string, left: (tasks: readonly Task[]) => void): TaskActions {
  const [asking, ask] = useState<Asking | null>(null);
  const say = useToast();
  const settle = useSettle(slug);
  const changing = useChangeTask(slug);
  const refused = (fallback: string) => (error: Error) => say(reasonOf(error, fallback));

  const reopen = (tasks: readonly Task[]) =>
    settle.mutate({ tasks, done: false }, {
      onSuccess: () => say(tasks.length === 1 ? `Reopened: ${tasks[0]?.title}` : `${tasks.length} tasks reopened.`),
      onError: refused('Couldn’t reopen the task.'),
    });

  const put = (task: Task, change: TaskChange, onSuccess: () => void) =>
    changing.mutate({ id: task.id, change }, { onSuccess, onError: refused('Couldn’t change the task.') });

  return {
    asking,
    ask,
    say,
    reopen: (tasks) => {
      left(tasks);
      reopen(tasks);
    },
    complete: (tasks) => {
      left(tasks);
      settle.mutate({ tasks, done: true }, {
        onSuccess: () =>
          say(tasks.length === 1 ? `Done: ${tasks[0]?.title}` : `${tasks.length} tasks done.`, {
            label: 'Undo',
            run: () => reopen(tasks),
          }),
        onError: refused('Couldn’t complete the task.'),
      });
    },
    change: (task, change, said) => {
      ask(null);
      if (change.snoozed_until) left([task]);
      const undo = () => put(task, beforeOf(task, change), () => say('Undone.'));
      put(task, change, () => say(said, { label: 'Undo', run: undo }));
    },
  };
}

/** What a change replaces; a time that has passed meanwhile is none. */
function beforeOf(task: Task, change: TaskChange): TaskChange {
  const { snoozed_until: until } = task;
  return {
    ...('owner_id' in change && { owner_id: task.owner_id }),
    ...('due_at' in change && { due_at: task.due_at }),
    ...('snoozed_until' in change && { snoozed_until: until && Date.parse(until) > now() ? until : null }),
  };
}
