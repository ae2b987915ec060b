import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { partAnonymous, readFilter, writeFilter } from '@/features/inbox/queue/filters';
import { Queue } from '@/features/inbox/queue/queue';
import { instantOf, timeChoices } from '@/features/inbox/queue/times';
import type { Task } from '@/features/inbox/tasks/queries';
import { soonTime } from '@/lib/time/clinic-time';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';
import { SIGNATURE } from './conversation';

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
      .on(`GET ${CLINIC}/tasks/tsk_1`, () => ({ json: { task: task('tsk_1'), activity_id: null, thread_id: null } }))
      .on(`GET ${CLINIC}/tasks/tsk_2`, () => ({ json: { task: task('tsk_2'), activity_id: null, thread_id: null } }))
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
  });

  it('says the name of a lead, and not their number', async () => {
    const found = task('tsk_1', { phone: '+13055550142', lead_id: 'led_1', detail: 'Complaint: rude. Noa Levin' });
    new FakeOffice()
      .on(`GET ${CLINIC}/tasks`, () => ({ json: { items: [found] } }))
      .on(`GET ${CLINIC}/tasks/counts`, () => ({ json: { open: 1, urgent: 0, overdue: 0, mine: 0 } }))
      .on(`GET ${CLINIC}/tasks/owners`, () => ({ json: [] }))
      .on(`GET ${CLINIC}/alerts`, () => ({ json: { covered: true, items: [] } }))
      .on(`GET ${CLINIC}/tasks/tsk_1`, () => ({ json: { task: found, activity_id: null, thread_id: null } }))
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
