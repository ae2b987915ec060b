import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { explain, reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { timeAgo } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Badge } from '@/ui/badge';
import { IconButton } from '@/ui/buttons/icon-button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { partAnonymous, useNamed } from './about';
import { alertInWords, alertsQuery, type Alert } from './alerts';
import { KINDS } from './kinds';
import { tasksQuery, useCompleteTask, useReopenTask, type Task } from './queries';

export interface TaskListProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may do tasks, and may know the names of leads. */
  mayComplete: boolean;
  mayReadLeads?: boolean;
  className?: string;
}

const NONE: readonly Task[] = [];
const explainTasks = explain('Couldn’t load tasks.');

/** What Mia left for people to do. */
export function TaskList({ slug, timeZone, mayComplete, mayReadLeads = false, className }: TaskListProps) {
  const query = useQuery(tasksQuery(slug));
  const tasks = query.data;
  const { data: alerts } = useQuery(alertsQuery(slug));
  const say = useToast();
  const complete = useCompleteTask(slug, (refusal) => say(reasonOf(refusal, 'Couldn’t complete the task.')));
  const reopen = useReopenTask(slug, (refusal) => say(reasonOf(refusal, 'Couldn’t reopen the task.')));
  const fresh = useFreshKeys(tasks?.map((task) => task.id), slug);
  const list = useRef<HTMLUListElement>(null);

  function done(task: Task) {
    complete.mutate(task, { onSuccess: () => say(`Done: ${task.title}`, { label: 'Undo', run: () => reopen.mutate(task) }) });
    list.current?.focus(); // the button that had the focus leaves with its row
  }

  const home = `/dashboard/${slug}/tasks`;
  const { named, anonymous } = partAnonymous(useNamed(slug, tasks ?? NONE, mayReadLeads));

  return (
    <Section
      title="Tasks"
      note={tasks?.length ? `${tasks.length} open` : 'What needs your team'}
      actions={
        <Link to={home} className="inline-flex min-h-11 items-center font-semibold text-petrol underline underline-offset-4">
          Open tasks
        </Link>
      }
      className={className ?? ''}
    >
      {alerts && !alerts.covered && (
        <p className="mx-5 mb-4 rounded-xl bg-warn-wash px-4 py-3 text-[0.9375rem] sm:mx-6">
          No on-call contacts: urgent tasks alert no one. An owner or manager can add contacts in Settings, On-call alerts.
        </p>
      )}
      <Loaded query={query} waiting="Loading tasks" explain={explainTasks}>
        {({ length }) =>
          length === 0 ? (
            <EmptyNote title="All caught up">Call-backs and urgent requests from Mia appear here.</EmptyNote>
          ) : (
            <ul
              ref={list}
              tabIndex={-1}
              className="scroll-calm border-t border-line outline-none lg:max-h-[27rem] lg:overflow-y-auto"
            >
              {named.map((task) => (
                <TaskRow
                  key={task.id}
                  task={task}
                  to={`${home}?task=${task.id}`}
                  alert={alerts?.items.find((alert) => alert.task_id === task.id)}
                  timeZone={timeZone}
                  fresh={fresh.has(task.id)}
                  onDone={mayComplete ? () => done(task) : undefined}
                />
              ))}
              {anonymous.length > 0 && <Nameless count={anonymous.length} to={`${home}?kind=follow_up`} />}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

const LINK =
  'inline-flex min-h-6 items-center font-semibold underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2';

/** Follow-ups of visitors of whom nothing is known: one line for all. */
function Nameless({ count, to }: { count: number; to: string }) {
  return (
    <li className="px-5 py-2 sm:px-6">
      <Link to={to} className={LINK}>
        {count} follow-ups without a name
      </Link>
    </li>
  );
}

interface TaskRowProps {
  task: Task;
  /** Where it is worked on. */
  to: string;
  /** Who was alerted of it, if anyone was. */
  alert: Alert | undefined;
  timeZone: string;
  fresh: boolean;
  /** Completes it; nothing for those who may only read. */
  onDone: (() => void) | undefined;
}

function TaskRow({ task, to, alert, timeZone, fresh, onDone }: TaskRowProps) {
  const [word, tone] = KINDS[task.kind];
  return (
    <li
      className={classNames(
        'relative flex items-start gap-3 border-b border-line py-4 pr-3 pl-5 last:border-b-0 sm:pl-6',
        fresh && 'fresh-row',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{word}</Badge>
          <time dateTime={task.created_at} className="text-sm text-slate">
            {timeAgo(task.created_at, timeZone)}
          </time>
        </p>
        <p className="mt-2">
          <Link to={to} className={LINK}>
            {task.patient_name ?? task.title}
          </Link>
        </p>
        <p className="text-[0.9375rem] text-slate">{task.detail.replace(`${task.patient_name}. `, '')}</p>
        {alert && <p className="mt-1 text-[0.9375rem] font-medium">{alertInWords(alert, timeZone)}</p>}
        {task.phone && (
          <a
            href={`tel:${task.phone}`}
            className="inline-flex min-h-11 items-center font-medium text-petrol tabular-nums underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {readablePhone(task.phone)}
          </a>
        )}
      </div>
      {onDone && (
        <IconButton label={`Complete: ${task.title}`} title="Complete" onClick={onDone} className="border border-line">
          <Check aria-hidden="true" className="size-5" />
        </IconButton>
      )}
    </li>
  );
}
