import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Card } from '@/ui/card';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { useAddress } from '@/ui/hooks/use-address';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { useKeys } from '@/ui/hooks/use-keys';
import { lazily } from '@/ui/lazily';
import type { Task } from '../tasks/queries';
import { partAnonymous, readFilter, writeFilter, type QueueFilter } from './filters';
import { OwnerDialog } from './owner-dialog';
import { countsQuery } from './counts';
import { ownersQuery, queueQuery, taskQuery, useNamed } from './queries';
import { QueueFilterBar } from './queue-filter';
import { QueueList } from './queue-list';
import type { Signature } from '../threads/rights';
import type { Rights, Stranger } from './task-detail';
import { TimeDialog } from './time-dialog';
import { useTaskActions, type TaskActions } from './use-task-actions';

/** Comes with the first task that is opened: the list is there before it. */
const TaskDetail = lazily(async () => (await import('./task-detail')).TaskDetail);

export interface QueueProps {
  slug: string;
  timeZone: string;
  /** The reader's id. */
  me: string;
  may: Rights;
  signature: Signature;
  /** The essentials of a patient; not for those who may not read them. */
  patient?: ((id: string) => ReactNode) | undefined;
  /** The same of someone who is no patient; not for those who may not read leads. */
  person?: ((who: Stranger) => ReactNode) | undefined;
}

const explainQueue = explain('Couldn’t load tasks.');
const NONE: never[] = [];

/** The queue beside the task that is open. What is listed, and what is open, stands in the address. */
export function Queue({ slug, timeZone, me, may, signature, patient, person }: QueueProps) {
  const [params, setParams] = useAddress();
  const filter = readFilter(params);
  const chosen = params.get('task');
  const [unfolded, setUnfolded] = useState(false);
  const query = useQuery(queueQuery(slug, filter));
  const counts = useQuery(countsQuery(slug));
  const owners = useQuery(ownersQuery(slug)).data ?? NONE;
  const tasks = useNamed(slug, query.data ?? NONE, may.leads);
  const fresh = useFreshKeys(query.data?.map(({ id }) => id), JSON.stringify(filter));
  const { named, anonymous } = partAnonymous(tasks);
  const visible = unfolded ? [...named, ...anonymous] : named;

  const { open, leave, step, arriving } = useSteps(visible, chosen, setParams);
  const narrow = (part: Partial<QueueFilter>) => setParams((all) => writeFilter(all, { ...readFilter(all), ...part }), { preventScrollReset: true, replace: true });
  const actions = useTaskActions(slug, leave);
  // A task may be open that is not listed: by its address, or while the list is asked for.
  const opened = useQuery({ ...taskQuery(slug, chosen ?? ''), enabled: chosen !== null });
  const current = tasks.find(({ id }) => id === chosen) ?? (chosen ? opened.data?.task : undefined);
  const ownerName = (id: string | null) => owners.find((owner) => owner.id === id)?.name;
  useQueueKeys({ step, current, actions, mayWork: may.work });

  return (
    <Card className="grid overflow-hidden p-0! lg:h-[calc(100dvh-13rem-var(--notices,0px))] lg:min-h-[34rem] lg:grid-cols-[22rem_minmax(0,1fr)]">
      <section aria-label="Queue" className={classNames('scroll-calm min-w-0 overflow-y-auto lg:border-r lg:border-line', chosen && 'max-lg:hidden')}>
        <QueueFilterBar filter={filter} onChange={narrow} owners={owners} me={me} overdue={counts.data?.overdue ?? 0} />
        <Loaded query={query} waiting="Loading tasks" rows={6} explain={explainQueue}>
          {() => (
            <QueueList
              named={named}
              anonymous={anonymous}
              unfolded={unfolded}
              onFold={setUnfolded}
              timeZone={timeZone}
              chosen={chosen}
              fresh={fresh}
              ownerName={ownerName}
              onChoose={open}
              onCompleteAll={may.work && filter.status !== 'done' ? () => actions.complete(anonymous) : undefined}
              empty={<Nothing filter={filter} />}
            />
          )}
        </Loaded>
      </section>
      <section aria-label="Task" className={classNames('scroll-calm min-w-0 overflow-y-auto', !chosen && 'max-lg:hidden')}>
        {chosen ? (
          <TaskDetail key={chosen} {...{ slug, timeZone, may, signature, actions, ownerName, patient, person }} focused={chosen === arriving} id={chosen} onBack={() => open(null)} />
        ) : (
          <EmptyNote title="No task selected">Select one, or press J to start at the top.</EmptyNote>
        )}
      </section>
      {current && may.work && <Questions task={current} {...{ actions, owners, me, timeZone, ownerName }} />}
    </Card>
  );
}

/** The ways through the list. Someone who works down it goes on at the heading of the task that follows: `arriving`. */
function useSteps(visible: readonly Task[], chosen: string | null, setParams: ReturnType<typeof useAddress>[1]) {
  const [arriving, setArriving] = useState<string | null>(null);
  const put = (next: (all: URLSearchParams) => string | null | undefined) =>
    setParams((all) => {
      const id = next(all);
      if (id) all.set('task', id);
      else if (id === null) all.delete('task');
      return all;
    }, { preventScrollReset: true, replace: true });
  const open = (id: string | null) => (setArriving(null), put(() => id));

  function leave(left: readonly Task[]) {
    if (!left.some(({ id }) => id === chosen)) return;
    const next = neighborOf(visible, left, chosen);
    open(next);
    setArriving(next);
  }

  // From where the address is going, not from what is drawn: keys are quicker than that.
  const step = (by: number) => (setArriving(null), put((all) => stepFrom(visible, all.get('task'), by)));
  return { open, leave, step, arriving };
}

function Nothing({ filter }: { filter: QueueFilter }) {
  if (filter.kind || filter.owner || filter.due) return <EmptyNote title="No tasks match">Change the filters to see more.</EmptyNote>;
  if (filter.status === 'snoozed') return <EmptyNote title="Nothing snoozed">Snoozed tasks wait here until their time comes.</EmptyNote>;
  if (filter.status === 'done') return <EmptyNote title="Nothing done yet">Completed tasks appear here and can be reopened.</EmptyNote>;
  return <EmptyNote title="All caught up">Call-backs and urgent requests from Mia appear here.</EmptyNote>;
}

interface QuestionsProps {
  task: Task;
  actions: TaskActions;
  owners: Parameters<typeof OwnerDialog>[0]['owners'];
  me: string;
  timeZone: string;
  ownerName: (id: string | null) => string | undefined;
}

/** What is asked before a task changes: who, or until when. */
function Questions({ task, actions, owners, me, timeZone, ownerName }: QuestionsProps) {
  const { asking, ask, change } = actions;
  const close = () => ask(null);
  return (
    <>
      <OwnerDialog
        open={asking === 'owner'}
        owners={owners}
        me={me}
        current={task.owner_id}
        onPick={(id) => change(task, { owner_id: id }, id ? `Assigned to ${ownerName(id) ?? 'a colleague'}.` : 'Unassigned.')}
        onClose={close}
      />
      <TimeDialog
        open={asking === 'snooze'}
        title="Snooze until"
        timeZone={timeZone}
        onPick={(at) => change(task, { snoozed_until: at }, 'Snoozed.')}
        onClose={close}
      />
      <TimeDialog
        open={asking === 'due'}
        title="Due"
        timeZone={timeZone}
        clear={task.due_at ? 'No due time' : undefined}
        onPick={(at) => change(task, { due_at: at }, at ? 'Due time set.' : 'Due time removed.')}
        onClose={close}
      />
    </>
  );
}

interface KeysOf {
  step: (by: number) => void;
  current: Task | undefined;
  actions: TaskActions;
  mayWork: boolean;
}

/** J and K walk the queue; E, A and S work on the task that is open. */
function useQueueKeys({ step, current, actions, mayWork }: KeysOf): void {
  const work = (run: (task: Task) => void) => () => {
    if (mayWork && current && !current.completed_at) run(current);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: () => mayWork && current && (current.completed_at ? actions.reopen([current]) : actions.complete([current])),
    a: work(() => actions.ask('owner')),
    s: work((task) => (task.kind === 'emergency' ? actions.say('Emergencies can’t be snoozed.') : actions.ask('snooze'))),
  });
}

/** The task so many places further in the list, brought into view; the first when none is open. */
function stepFrom(visible: readonly Task[], from: string | null, by: number): string | undefined {
  const place = visible.findIndex(({ id }) => id === from);
  const next = visible[place < 0 ? 0 : place + by]?.id;
  if (next) document.querySelector(`[data-task="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  return next;
}

/** The task that follows one that leaves the list, or else the one before it. */
function neighborOf(visible: readonly Task[], left: readonly Task[], chosen: string | null): string | null {
  const place = visible.findIndex(({ id }) => id === chosen);
  const stays = (task: Task | undefined) => task && !left.some(({ id }) => id === task.id);
  const after = visible.slice(place + 1).find(stays);
  const before = visible.slice(0, Math.max(0, place)).findLast(stays);
  return (after ?? before)?.id ?? null;
}
