import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { DayList } from '@/features/schedule/day/day-list';
import { TaskList } from '@/features/inbox/tasks/task-list';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show } from './show';

const MIAMI = 'America/New_York';
let office: FakeOffice;
beforeEach(() => {
  office = new FakeOffice();
});

describe('the list of the day', () => {
  const DAY = `GET ${CLINIC}/appointments`;
  const visit = (id: string, more: object = {}) => ({
    id,
    starts_at: '2026-11-21T14:30:00Z',
    ends_at: '2026-11-21T15:15:00Z',
    status: 'booked',
    patient_name: `Patient ${id}`,
    phone: '(305) 555-0142',
    service: 'HydraFacial',
    provider: 'Nora Quinn, RN',
    location: 'Main Office',
    source: 'staff',
    is_new: false,
    ...more,
  });
  let visits: ReturnType<typeof visit>[];

  beforeEach(() => {
    visits = [visit('apt_1'), visit('apt_2', { source: 'mia', is_new: true })];
    office.on(DAY, ({ search }) => {
      const date = new URLSearchParams(search).get('date');
      return { json: { date: date ?? '2026-11-21', items: date === '2026-11-22' ? [] : visits } };
    });
  });
  const page = (address = '/') => show(<DayList slug={SLUG} timeZone={MIAMI} />, address);

  it("shows the clinic's today with times in its zone, and marks what Mia has just booked", async () => {
    page();
    const mias = (await screen.findByText('Patient apt_2')).closest('li') as HTMLElement;
    expect(within(mias).getByText('9:30 AM')).toBeInTheDocument();
    expect(within(mias).getByText('45 min')).toBeInTheDocument();
    expect(within(mias).getByRole('link', { name: 'Patient apt_2' })).toHaveAttribute('href', `/dashboard/${SLUG}/calendar?date=2026-11-21&visit=apt_2`);
    expect(within(mias).getByRole('link', { name: '(305) 555-0142' })).toHaveAttribute('href', 'tel:3055550142');
    expect(within(mias).getByText('New · booked by Mia')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: "Today's appointments" })).toBeInTheDocument();
    expect(screen.getByText(/Saturday, November 21 · 2 visits/)).toBeInTheDocument();
    expect(screen.getAllByText(/booked by Mia/)).toHaveLength(1);
  });

  it('steps to the next day, says that it is free, and returns to today', async () => {
    const { search } = page();
    await screen.findByText('Patient apt_1');
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    expect(await screen.findByText('No appointments this day')).toBeInTheDocument();
    expect(search()).toBe('?date=2026-11-22');
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(await screen.findByText('Patient apt_1')).toBeInTheDocument();
    expect(search()).toBe('');
  });

  it('says that a day is closed, and leads to the next open one', async () => {
    office.on(DAY, ({ search }) => {
      const date = new URLSearchParams(search).get('date');
      return { json: { date, next_open: date === '2026-11-22' ? '2026-11-23' : null, items: [] } };
    });
    const { search } = page('/?date=2026-11-22');
    await userEvent.click(await screen.findByRole('button', { name: 'Show Monday, November 23' }));
    expect(await screen.findByText('No appointments this day')).toBeInTheDocument();
    expect(search()).toBe('?date=2026-11-23');
  });

  it('takes an address that names no real day for today', async () => {
    page('/?date=2026-02-30');
    await screen.findByText('Patient apt_1');
    expect(office.askedOf(DAY).map((asked) => asked.search)).toEqual(['']);
  });

  it('offers to try again when it could not be loaded', async () => {
    office.goDown();
    page();
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load appointments.');
  });
});

describe('the tasks', () => {
  const task = (id: string, kind: string, title: string) => ({
    id,
    kind,
    title,
    detail: `Detail of ${id}`,
    created_at: '2026-11-21T14:30:00Z',
    completed_at: null,
    phone: '+13055550142' as string | null,
    patient_id: null,
    patient_name: null,
    lead_id: null as string | null,
  });
  let tasks: ReturnType<typeof task>[];
  const complete = (id: string) => `POST ${CLINIC}/tasks/${id}/complete`;

  beforeEach(() => {
    tasks = [task('tsk_1', 'call_back', 'Call back'), task('tsk_2', 'emergency', 'Possible emergency')];
    office.on(`GET ${CLINIC}/tasks`, () => ({ json: { items: tasks } }));
  });
  const page = () => show(<TaskList slug={SLUG} timeZone={MIAMI} mayComplete />);
  const details = () => screen.getAllByText(/^Detail of/).map((line) => line.textContent);

  it('stand with emergencies first and a number to call', async () => {
    page();
    await screen.findByText('Detail of tsk_1');
    expect(details()).toEqual(['Detail of tsk_2', 'Detail of tsk_1']);
    expect(screen.getAllByRole('link', { name: '(305) 555-0142' })[0]).toHaveAttribute('href', 'tel:+13055550142');
  });

  it('lead to themselves and to the queue, under the name that a lead has; those of no one in particular share a line', async () => {
    const noOne = { phone: null, detail: 'Asked about prices' };
    tasks = [
      { ...task('tsk_1', 'call_back', 'Call back'), lead_id: 'led_1', detail: 'Mia Chen. Interested in Botox' },
      { ...task('tsk_2', 'follow_up', 'Follow up'), ...noOne },
      { ...task('tsk_3', 'follow_up', 'Follow up'), ...noOne },
    ];
    office.on(`POST ${CLINIC}/tasks/names`, () => ({ json: { items: [{ id: 'led_1', name: 'Mia Chen' }] } }));
    show(<TaskList slug={SLUG} timeZone={MIAMI} mayComplete mayReadLeads />);
    expect(await screen.findByRole('link', { name: 'Mia Chen' })).toHaveAttribute('href', `/dashboard/${SLUG}/tasks?task=tsk_1`);
    expect(screen.getByText('Interested in Botox')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '2 follow-ups without a name' })).toHaveAttribute('href', `/dashboard/${SLUG}/tasks?kind=follow_up`);
    expect(screen.queryByText('Asked about prices')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open tasks' })).toHaveAttribute('href', `/dashboard/${SLUG}/tasks`);
  });

  it('leave at once when completed, before the server has answered', async () => {
    let answered: (() => void) | undefined;
    office.on(complete('tsk_1'), async () => {
      await new Promise<void>((resolve) => (answered = resolve));
      tasks = tasks.filter((one) => one.id !== 'tsk_1');
      return { status: 204 };
    });
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Complete: Call back' }));
    await waitFor(() => expect(details()).toEqual(['Detail of tsk_2']));
    await waitFor(() => expect(answered).toBeDefined());
    answered?.();
    await waitFor(() => expect(office.askedOf(`GET ${CLINIC}/tasks`)).toHaveLength(2));
    expect(details()).toEqual(['Detail of tsk_2']);
  });

  it('come back with the reason when the server refuses', async () => {
    office.refuse(complete('tsk_1'), 403, 'Your role does not allow this.');
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Complete: Call back' }));
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(details()).toEqual(['Detail of tsk_2', 'Detail of tsk_1']);
  });

  it('are to be done again when the completion is taken back', async () => {
    const all = tasks;
    office.on(complete('tsk_1'), () => ((tasks = all.filter((one) => one.id !== 'tsk_1')), { status: 204 }));
    office.on(`POST ${CLINIC}/tasks/tsk_1/reopen`, () => ((tasks = all), { status: 204 }));
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Complete: Call back' }));
    await userEvent.click(await screen.findByRole('button', { name: /Undo/ }));
    await waitFor(() => expect(details()).toEqual(['Detail of tsk_2', 'Detail of tsk_1']));
    expect(office.askedOf(`POST ${CLINIC}/tasks/tsk_1/reopen`)).toHaveLength(1);
  });

  it('say when all is done', async () => {
    tasks = [];
    page();
    expect(await screen.findByText('All caught up')).toBeInTheDocument();
  });
});
