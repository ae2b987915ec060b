import { useState } from 'react';
import { reasonOf } from '@/api/answer';
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
  change: (task: Task, change: TaskChange, said: string) => void;
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

  return {
    asking,
    ask,
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
      changing.mutate({ id: task.id, change }, { onSuccess: () => say(said), onError: refused('Couldn’t change the task.') });
    },
  };
}
