import { useQuery } from '@tanstack/react-query';
import { AlarmClock, ArrowLeft, Check, Clock, RotateCcw, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { timeAgo } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Badge } from '@/ui/badge';
import { Button, buttonClass } from '@/ui/buttons/button';
import { ReachActions } from '@/ui/buttons/reach-actions';
import { Loaded } from '@/ui/feedback/loaded';
import type { ConversationRights, Signature } from '../threads/rights';
import { alertInWords, alertsQuery } from '../tasks/alerts';
import { KINDS } from '../tasks/kinds';
import type { Task } from '../tasks/queries';
import { isSnoozed } from './filters';
import { Subject } from './subject';
import { nameOf, Times } from './queue-row';
import { taskQuery, useNamed, type TaskContext } from './queries';
import type { TaskActions } from './use-task-actions';

/** What the reader may do here. */
export interface Rights extends ConversationRights {
  /** Complete, assign and put off tasks. */
  work: boolean;
  /** Read what was said. */
  read: boolean;
  leads: boolean;
}

export interface TaskDetailProps {
  slug: string;
  timeZone: string;
  id: string;
  may: Rights;
  signature: Signature;
  actions: TaskActions;
  ownerName: (id: string | null) => string | undefined;
  /** What stands beside the conversation: the essentials of a patient. */
  patient: ((id: string) => ReactNode) | undefined;
  /** The same of someone who is no patient. */
  person: ((who: Stranger) => ReactNode) | undefined;
  /** It was opened in place of one that left the list, which had the focus. */
  focused: boolean;
  onBack: () => void;
}

/** Someone who is no patient, by their lead or the conversation they write in. */
export interface Stranger {
  lead: string | null;
  conversation: string | null;
}

const explainTask = explain('Couldn’t load the task.');

/** One task with its conversation, and the person beside it. */
export function TaskDetail({ slug, timeZone, id, may, signature, actions, ownerName, patient, person, focused, onBack }: TaskDetailProps) {
  const query = useQuery(taskQuery(slug, id));
  return (
    <>
      <Button variant="quiet" onClick={onBack} className="m-2 px-3 lg:hidden">
        <ArrowLeft aria-hidden="true" className="size-4" />
        All tasks
      </Button>
      <Loaded query={query} waiting="Loading the task" explain={explainTask}>
        {(found) => {
          const beside = besideOf(found, patient, person);
          return (
            <>
              <Head slug={slug} timeZone={timeZone} found={found} may={may} actions={actions} owner={ownerName(found.task.owner_id)} focused={focused} />
              <div className={classNames('grid', beside !== undefined && 'xl:grid-cols-[minmax(0,1fr)_18rem]')}>
                {beside !== undefined && <div className="border-t border-line xl:order-2 xl:border-l">{beside}</div>}
                {may.read && <Subject slug={slug} timeZone={timeZone} found={found} may={may} signature={signature} />}
              </div>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function besideOf({ task, thread_id: conversation }: TaskContext, patient: TaskDetailProps['patient'], person: TaskDetailProps['person']): ReactNode {
  if (task.patient_id) return patient?.(task.patient_id);
  return task.lead_id || conversation ? person?.({ lead: task.lead_id, conversation }) : undefined;
}

interface HeadProps {
  slug: string;
  timeZone: string;
  found: TaskContext;
  may: Rights;
  actions: TaskActions;
  owner: string | undefined;
  focused: boolean;
}

function Head({ slug, timeZone, found, may, actions, owner, focused }: HeadProps) {
  const { task, phone } = found;
  const [called = ''] = useNamed(slug, [task], may.leads).map(nameOf);
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = useEffectEvent(() => focused && heading.current?.focus());
  useEffect(() => {
    arrive();
  }, []);
  const [word, tone] = KINDS[task.kind];
  const { data: alerts } = useQuery(alertsQuery(slug));
  const alert = alerts?.items.find((one) => one.task_id === task.id);
  return (
    <header className="grid gap-3 px-5 pt-2 pb-5 sm:px-6 lg:pt-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={tone}>{word}</Badge>
        <time dateTime={task.created_at} className="text-slate">
          {timeAgo(task.created_at, timeZone)}
        </time>
        <Times task={task} timeZone={timeZone} />
        <span className="text-slate">{owner ? `Assigned to ${owner}` : 'Unassigned'}</span>
      </p>
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-display text-2xl leading-tight font-medium break-words">
          {called}
        </h2>
        {phone && readablePhone(phone) !== called && <p className="text-slate tabular-nums">{readablePhone(phone)}</p>}
      </div>
      <p className="max-w-prose">{task.detail}</p>
      {alert && <p className="font-medium">{alertInWords(alert, timeZone)}</p>}
      {may.work && <Work task={task} actions={actions} />}
      <Ways slug={slug} found={found} may={may} />
    </header>
  );
}

function Work({ task, actions }: { task: Task; actions: TaskActions }) {
  if (task.completed_at) {
    return (
      <p>
        <Button variant="secondary" onClick={() => actions.reopen([task])}>
          <RotateCcw aria-hidden="true" className="size-4.5" />
          Reopen
        </Button>
      </p>
    );
  }
  const asleep = isSnoozed(task);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => actions.complete([task])} aria-keyshortcuts="e">
        <Check aria-hidden="true" className="size-4.5" />
        Done
      </Button>
      <Button variant="secondary" onClick={() => actions.ask('owner')} aria-keyshortcuts="a">
        <UserRound aria-hidden="true" className="size-4.5" />
        Assign
      </Button>
      {task.kind !== 'emergency' && (
        <Button
          variant="secondary"
          onClick={() => (asleep ? actions.change(task, { snoozed_until: null }, 'Back in the queue.') : actions.ask('snooze'))}
          aria-keyshortcuts="s"
        >
          <AlarmClock aria-hidden="true" className="size-4.5" />
          {asleep ? 'Wake' : 'Snooze'}
        </Button>
      )}
      <Button variant="secondary" onClick={() => actions.ask('due')}>
        <Clock aria-hidden="true" className="size-4.5" />
        Due time
      </Button>
    </div>
  );
}

/** The ways on from a task: to the person by calendar, phone and text, to their lead. */
function Ways({ slug, found: { task, phone, thread_id: thread, no_text: noText }, may }: Pick<HeadProps, 'slug' | 'found' | 'may'>) {
  const { patient_id: patient, lead_id: lead } = task;
  if (!(patient ?? lead ?? phone ?? thread)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ReachActions
        slug={slug}
        patientId={patient}
        leadId={lead}
        bookBy={thread ?? task.id}
        phone={phone}
        threadId={thread}
        noText={noText}
        may={{ book: may.book, text: may.write }}
      />
      {may.leads && lead && (
        <Link to={`/dashboard/${slug}/leads?lead=${lead}`} className={buttonClass('quiet')}>
          Open lead
        </Link>
      )}
    </div>
  );
}
