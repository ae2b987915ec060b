import { classNames } from '@/lib/class-names';
import { soonTime, timeAgo } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Badge } from '@/ui/badge';
import { KINDS } from '../tasks/kinds';
import type { Task } from '../tasks/queries';
import { isOverdue, isSnoozed } from './filters';

export interface QueueRowProps {
  task: Task;
  timeZone: string;
  chosen: boolean;
  fresh: boolean;
  /** The name of the person who has it. */
  owner: string | undefined;
  onChoose: () => void;
}

/** A task in the list: what it is, about whom, until when, and who has it. */
export function QueueRow({ task, timeZone, chosen, fresh, owner, onChoose }: QueueRowProps) {
  const [word, tone] = KINDS[task.kind];
  return (
    <li className={classNames('border-b border-line last:border-b-0', fresh && 'fresh-row')}>
      <button
        type="button"
        aria-pressed={chosen}
        data-task={task.id}
        onClick={onChoose}
        className={classNames(
          'block w-full px-5 py-2 text-left in-data-[density=comfortable]:py-3.5 transition-colors hover:bg-celadon/50 focus-visible:-outline-offset-3',
          chosen && 'bg-celadon',
        )}
      >
        <span className="flex items-center justify-between gap-3">
          <Badge tone={tone}>{word}</Badge>
          <time dateTime={task.created_at} className="shrink-0 text-sm text-slate">
            {timeAgo(task.created_at, timeZone)}
          </time>
        </span>
        <span title={nameOf(task)} className="mt-1.5 block truncate font-semibold">
          {nameOf(task)}
        </span>
        <span className="line-clamp-2 text-[0.9375rem] text-slate">{wishOf(task)}</span>
        <span className="flex flex-wrap gap-x-3 text-sm empty:hidden">
          <Times task={task} timeZone={timeZone} />
          {owner && (
            <span title={owner} className="truncate text-slate">
              {owner}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

/** What a task says, without the name that stands above it. */
export function wishOf(task: Task): string {
  const [before, after] = [`${nameOf(task)}. `, `. ${nameOf(task)}`];
  if (task.detail.startsWith(before)) return task.detail.slice(before.length);
  return task.detail.endsWith(after) ? task.detail.slice(0, -after.length) : task.detail;
}

/** Until when a task is to be done, or put off, or when it was done. */
export function Times({ task, timeZone }: { task: Task; timeZone: string }) {
  if (task.completed_at) return <span className="text-slate">Done {soonTime(task.completed_at, timeZone)}</span>;
  const late = isOverdue(task);
  return (
    <>
      {task.due_at && (
        <span className={classNames('font-medium', late && 'text-bad')}>
          {late ? 'Overdue since' : 'Due'} {soonTime(task.due_at, timeZone)}
        </span>
      )}
      {task.snoozed_until && isSnoozed(task) && (
        <span className="text-slate">Snoozed until {soonTime(task.snoozed_until, timeZone)}</span>
      )}
    </>
  );
}

/** Whom a task is about, as far as that is known. */
export function nameOf(task: Task): string {
  return task.patient_name ?? (task.phone ? readablePhone(task.phone) : task.title);
}
