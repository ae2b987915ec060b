import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { partAnonymous, readFilter, writeFilter } from '@/features/inbox/queue/filters';
import type { TaskContext } from '@/features/inbox/queue/queries';
import { Queue } from '@/features/inbox/queue/queue';
import { instantOf, timeChoices } from '@/features/inbox/queue/times';
import type { Task } from '@/features/inbox/tasks/queries';
import { soonTime } from '@/lib/time/clinic-time';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';
import { CALL, conversation, SIGNATURE } from './conversation';

const ZONE = 'America/New_York';

function task(id: string, given: Partial<Task> = {}): Task {
  return {
    id,
    kind: 'call_back',
    title: 'Call back',
    detail: `About ${id}`,
    created_at: '2026-11-24T14:00:00Z',
    completed_at: null,
    phone: null,
    lead_id: null,
    patient_id: null,
    patient_name: null,
    owner_id: null,
    due_at: null,
    snoozed_until: null,
    ...given,
  };
}

function context(of: Task, given: Partial<TaskContext> = {}): TaskContext {
  return { task: of, activity_id: null, thread_id: null, phone: of.phone, no_text: null, ...given };
}

describe('the filters of the queue', () => {
  it('stand in the address, and what an address says wrongly counts as not said', () => {
    const filter = { status: 'snoozed', kind: 'call_back', owner: 'none', due: 'overdue' } as const;
    expect(readFilter(writeFilter(new URLSearchParams('task=tsk_1'), filter))).toEqual(filter);
    expect(writeFilter(new URLSearchParams('status=done'), { status: 'open', kind: null, owner: null, due: null }).size).toBe(0);
    expect(readFilter(new URLSearchParams('status=x&kind=y&owner=%3Cb%3E&due=z'))).toEqual({
      status: 'open',
      kind: null,
      owner: null,
      due: null,
    });
  });
});

describe('follow-ups of visitors without a name or number', () => {
  const left = [1, 2].map((number) => task(`tsk_a${number}`, { kind: 'follow_up' }));

  it('are grouped, and those of someone are not', () => {
    const known = task('tsk_k', { kind: 'follow_up', phone: '+13055550142' });
    expect(partAnonymous([left[0] as Task, known, left[1] as Task])).toEqual({ named: [known], anonymous: left });
  });

  it('need no group when there is one alone', () => {
    expect(partAnonymous(left.slice(1))).toEqual({ named: left.slice(1), anonymous: [] });
  });
});

describe('times to put a task off until', () => {
  it('are of the clinic’s clocks', () => {
    const now = Date.parse('2026-11-24T15:00:00Z'); // Tuesday, 10 AM in New York
    expect(timeChoices(ZONE, now)).toEqual([
      { label: 'In 1 hour', at: '2026-11-24T16:00:00.000Z' },
      { label: 'Today, 5:00 PM', at: '2026-11-24T22:00:00.000Z' },
      { label: 'Tomorrow, 9:00 AM', at: '2026-11-25T14:00:00.000Z' },
      { label: 'Monday, November 30, 9:00 AM', at: '2026-11-30T14:00:00.000Z' },
    ]);
    expect(instantOf('2026-11-24', '09:30', ZONE)).toBe('2026-11-24T14:30:00.000Z');
    expect(instantOf('2026-11-24', '', ZONE)).toBeNull();
  });

  it('do not offer an hour of today that is nearly over, nor Monday twice', () => {
    const sunday = Date.parse('2026-11-29T21:30:00Z');
    expect(timeChoices(ZONE, sunday).map(({ label }) => label)).toEqual(['In 1 hour', 'Tomorrow, 9:00 AM', 'Monday, December 7, 9:00 AM']);
  });

  it('are read as people say them', () => {
    const now = new Date('2026-11-24T15:00:00Z');
    expect(soonTime('2026-11-24T22:00:00Z', ZONE, now)).toBe('Today, 5:00 PM');
    expect(soonTime('2026-11-25T14:00:00Z', ZONE, now)).toBe('Tomorrow, 9:00 AM');
    expect(soonTime('2026-11-30T14:00:00Z', ZONE, now)).toBe('Mon, Nov 30, 9:00 AM');
  });
});

describe('the queue', () => {
  const READER = { work: false, read: false, write: false, note: false, replies: false, book: false, leads: false };

  function open(work: boolean) {
    const office = new FakeOffice()
      .on(`GET ${CLINIC}/tasks`, () => ({ json: { items: [task('tsk_1', { phone: '+13055550142' }), task('tsk_2')] } }))
      .on(`GET ${CLINIC}/tasks/counts`, () => ({ json: { open: 2, urgent: 0, overdue: 0, mine: 0 } }))
      .on(`GET ${CLINIC}/tasks/owners`, () => ({ json: [{ id: 'usr_1', name: 'Dana Reyes', active: true }] }))
      .on(`GET ${CLINIC}/alerts`, () => ({ json: { covered: true, items: [] } }))
      .on(`GET ${CLINIC}/tasks/tsk_1`, () => ({ json: context(task('tsk_1')) }))
      .on(`GET ${CLINIC}/tasks/tsk_2`, () => ({ json: context(task('tsk_2')) }))
      .on(`POST ${CLINIC}/tasks/tsk_1/complete`, () => ({ status: 204 }));
    const page = show(<Queue slug={SLUG} timeZone={ZONE} me="usr_1" may={{ ...READER, work }} signature={SIGNATURE} />);
    return { office, page };
  }

  it('goes on to the next task when one is done', async () => {
    const { office, page } = open(true);
    await screen.findByText('About tsk_1');
    await userEvent.keyboard('j');
    expect(page.search()).toBe('?task=tsk_1');
    await userEvent.keyboard('e');
    expect(page.search()).toBe('?task=tsk_2');
    expect(await screen.findByText('Done: Call back')).toBeInTheDocument();
    expect(office.askedOf(`POST ${CLINIC}/tasks/tsk_1/complete`)).toHaveLength(1);
    // Whoever works down the list goes on there.
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus());
  });

  it('says the name of a lead, and not their number', async () => {
    const found = task('tsk_1', { phone: '+13055550142', lead_id: 'led_1', detail: 'Complaint: rude. Noa Levin' });
    new FakeOffice()
      .on(`GET ${CLINIC}/tasks`, () => ({ json: { items: [found] } }))
      .on(`GET ${CLINIC}/tasks/counts`, () => ({ json: { open: 1, urgent: 0, overdue: 0, mine: 0 } }))
      .on(`GET ${CLINIC}/tasks/owners`, () => ({ json: [] }))
      .on(`GET ${CLINIC}/alerts`, () => ({ json: { covered: true, items: [] } }))
      .on(`GET ${CLINIC}/tasks/tsk_1`, () => ({ json: context(found) }))
      .on(`POST ${CLINIC}/tasks/names`, () => ({ json: { items: [{ id: 'led_1', name: 'Noa Levin' }] } }));
    show(<Queue slug={SLUG} timeZone={ZONE} me="usr_1" may={{ ...READER, leads: true }} signature={SIGNATURE} />);
    await userEvent.click(await screen.findByRole('button', { name: /Noa Levin Complaint: rude$/ }));
    expect(await screen.findByRole('heading', { name: 'Noa Levin' })).toBeInTheDocument();
  });

  it('offers someone who may only read nothing that would be refused', async () => {
    const { office } = open(false);
    await screen.findByText('About tsk_1');
    await userEvent.keyboard('je');
    const detail = within(screen.getByRole('region', { name: 'Task' }));
    expect(await detail.findByText('About tsk_1')).toBeInTheDocument();
    expect(detail.queryByRole('button', { name: /Done|Assign|Snooze|Due/ })).toBeNull();
    expect(office.asked.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('work on a task', () => {
  const DESK = { work: true, read: true, write: true, note: true, replies: false, book: true, leads: true };
  const TEAM = [{ id: 'usr_1', name: 'Riley Santos', active: true }, { id: 'usr_2', name: 'Elena Marchetti', active: true }];
  const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

  /** The queue with some tasks; the first one is open. */
  function open(tasks: Task[], given: Partial<TaskContext> = {}, address = `/?task=${tasks[0]?.id}`) {
    const office = new FakeOffice()
      .on(`GET ${CLINIC}/tasks`, () => ({ json: { items: tasks } }))
      .on(`GET ${CLINIC}/tasks/counts`, () => ({ json: { open: tasks.length, urgent: 0, overdue: 1, mine: 0 } }))
      .on(`GET ${CLINIC}/tasks/owners`, () => ({ json: TEAM }))
      .on(`GET ${CLINIC}/alerts`, () => ({ json: { covered: true, items: [] } }))
      .on(`POST ${CLINIC}/tasks/names`, () => ({ json: { items: [] } }));
    for (const one of tasks) {
      office
        .on(`GET ${CLINIC}/tasks/${one.id}`, () => ({ json: context(one, given) }))
        .on(`PATCH ${CLINIC}/tasks/${one.id}`, () => ({ json: one }))
        .on(`POST ${CLINIC}/tasks/${one.id}/complete`, () => ({ status: 204 }));
    }
    const person = ({ lead, conversation }: { lead: string | null; conversation: string | null }) => <p>{`Beside: ${lead}, ${conversation}`}</p>;
    const page = show(<Queue slug={SLUG} timeZone={ZONE} me="usr_1" may={DESK} signature={SIGNATURE} person={person} />, address);
    const changes = () => office.asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    return { office, page, changes };
  }
  const detail = () => within(screen.getByRole('region', { name: 'Task' }));

  it('of a lead has who it is beside it, and leads to booking, calling and texting them', async () => {
    open([task('tsk_1', { lead_id: 'led_1', phone: '+13055550177' })]);
    expect(await detail().findByText('Beside: led_1, null')).toBeInTheDocument();
    expect(detail().getByRole('link', { name: 'Book' })).toHaveAttribute('href', `/dashboard/${SLUG}/calendar?book=led_1`);
    expect(detail().getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+13055550177');
    expect(detail().getByRole('link', { name: 'Text' })).toHaveAttribute('href', `/dashboard/${SLUG}/messages?to=led_1&by=sms`);
  });

  it('of an unknown caller books them by the task, which has their number', async () => {
    open([task('tsk_1', { phone: '+13055550177' })]);
    expect(await detail().findByRole('link', { name: 'Book' })).toHaveAttribute('href', `/dashboard/${SLUG}/calendar?book=tsk_1`);
  });

  it('from a call shows the call, and below it the messages, where one answers without having read them', async () => {
    const { office } = open([task('tsk_1')], { activity_id: 'act_1', thread_id: 'thr_1' }, '/');
    const recording = { answer: null, answered_at: null, is_there: false };
    const call = { ...CALL, summary: 'Asked about Botox', duration_seconds: 60, ended_reason: null, transcript: [], recording, person: null };
    office
      .on(`GET ${CLINIC}/activities/act_1`, () => ({ json: call }))
      .on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ unread: true }) }));
    await userEvent.click(await screen.findByRole('button', { name: /About tsk_1/ }));
    expect(await detail().findByRole('heading', { name: 'Transcript' })).toBeInTheDocument();
    expect(await detail().findByLabelText('Message')).toBeInTheDocument();
    await userEvent.keyboard('r');
    expect(detail().getByLabelText('Message')).toHaveFocus();
    expect(office.asked.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  it('is given to someone, and a press takes that back', async () => {
    const { changes } = open([task('tsk_1', { owner_id: 'usr_2' })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Assign' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Me/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeInTheDocument();
    expect(changes()).toEqual([{ owner_id: 'usr_1' }, { owner_id: 'usr_2' }]);
  });

  it('that is open and not listed is given to someone all the same', async () => {
    const { office, changes } = open([task('tsk_1')]);
    office.on(`GET ${CLINIC}/tasks`, () => ({ json: { items: [] } }));
    await detail().findByRole('button', { name: 'Done' });
    expect(await screen.findByText('All caught up')).toBeInTheDocument();
    await userEvent.keyboard('a');
    await userEvent.click(await screen.findByRole('button', { name: /^Me/ }));
    expect(await screen.findByText('Assigned to Riley Santos.')).toBeInTheDocument();
    expect(changes()).toEqual([{ owner_id: 'usr_1' }]);
  });

  it('gets a due time, and puts off can be taken back too', async () => {
    const { changes } = open([task('tsk_1'), task('tsk_2')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Due time' }));
    await userEvent.click(await screen.findByRole('button', { name: 'In 1 hour' }));
    expect(await screen.findByText('Due time set.')).toBeInTheDocument();
    await userEvent.keyboard('s');
    await userEvent.click(await screen.findByRole('button', { name: 'In 1 hour' }));
    await screen.findByText('Snoozed.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[1]!);
    expect(await screen.findByText('Undone.')).toBeInTheDocument();
    expect(changes()).toEqual([{ due_at: expect.any(String) }, { snoozed_until: expect.any(String) }, { snoozed_until: null }]);
  });

  it('says that an emergency is not snoozed', async () => {
    open([task('tsk_1', { kind: 'emergency', snoozed_until: TOMORROW })]);
    await detail().findByRole('button', { name: 'Done' });
    await userEvent.keyboard('s');
    expect(await screen.findByText('Emergencies can’t be snoozed.')).toBeInTheDocument();
  });

  it('is found by kind, owner and what is overdue', async () => {
    const { office, page } = open([task('tsk_1', { due_at: '2026-01-05T14:00:00Z' })], {}, '/');
    expect(await screen.findByText(/^Overdue since/)).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Call back');
    await userEvent.selectOptions(screen.getByLabelText('Owner'), 'Unassigned');
    await userEvent.click(screen.getByLabelText(/^Overdue only/));
    expect(page.search()).toBe('?kind=call_back&owner=none&due=overdue');
    await waitFor(() => expect(office.askedOf(`GET ${CLINIC}/tasks`).at(-1)?.search).toBe('?status=open&kind=call_back&owner=none&due=overdue'));
  });

  it('is found by two choices though the second is made before the first is drawn', async () => {
    const { page } = open([task('tsk_1')], {}, '/');
    await screen.findByText('About tsk_1');
    await act(async () => {
      fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'call_back' } });
      fireEvent.change(screen.getByLabelText('Owner'), { target: { value: 'none' } });
    });
    expect(page.search()).toBe('?kind=call_back&owner=none');
  });

  it('without a name is grouped with its like, and they are done with one press', async () => {
    const left = [1, 2, 3].map((number) => task(`tsk_${number}`, { kind: 'follow_up' }));
    const { office } = open(left, {}, '/');
    expect(await screen.findByRole('button', { name: '3 follow-ups without a name' })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('About tsk_1')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Done with all 3' }));
    expect(await screen.findByText('3 tasks done.')).toBeInTheDocument();
    expect(office.asked.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(3);
  });
});
