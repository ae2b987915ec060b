import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshChanged } from '@/app/clinic/refresh';
import { STATUS_TONES } from '@/features/inbox/history/activity-badge';
import { History } from '@/features/inbox/history/history';
import { DEFAULT_SORT, readSort, sortAfterClick, writeSort } from '@/features/inbox/history/sort';
import { FRESH_MS } from '@/ui/hooks/use-fresh-keys';
import { activity, CLINIC, FakeOffice, SLUG } from './fake-office';
import { show, windowIs } from './show';

const SEARCH = `POST ${CLINIC}/activities/search`;
let office: FakeOffice;
let items: ReturnType<typeof activity>[];

beforeEach(() => {
  windowIs('wide');
  items = [activity('act_2'), activity('act_1', { status: 'No Answer', action_type: 'Message', sample: true })];
  office = new FakeOffice().on(SEARCH, () => ({ json: { items, next_cursor: null } }));
});
afterEach(() => vi.useRealTimers());

const page = (address = `/dashboard/${SLUG}`) => show(<History slug={SLUG} timeZone="America/New_York" />, address);
const lastSearch = () => office.askedOf(SEARCH).at(-1)?.body;

describe('the order of the history', () => {
  it('is by time, newest first, until a column is clicked', () => {
    expect(DEFAULT_SORT).toEqual({ sort: 'timestamp', direction: 'desc' });
    expect(readSort(new URLSearchParams('sort=rubbish&direction=sideways'))).toEqual(DEFAULT_SORT);
  });

  it('turns round on the same column and starts descending on another', () => {
    const turned = sortAfterClick(DEFAULT_SORT, 'timestamp');
    expect(turned).toEqual({ sort: 'timestamp', direction: 'asc' });
    expect(sortAfterClick(turned, 'timestamp')).toEqual(DEFAULT_SORT);
    expect(sortAfterClick(turned, 'status')).toEqual({ sort: 'status', direction: 'desc' });
  });

  it('stands in the address, which stays bare for the default and keeps what else it says', () => {
    const address = new URLSearchParams('activity=act_1');
    const order = { sort: 'status', direction: 'asc' } as const;
    expect(readSort(writeSort(address, order))).toEqual(order);
    expect(writeSort(address, DEFAULT_SORT).toString()).toBe('activity=act_1');
  });

  it('is asked of the server when a header is clicked', async () => {
    const { search } = page();
    await userEvent.click(await screen.findByRole('button', { name: 'Status' }));
    await waitFor(() => expect(lastSearch()).toMatchObject({ sort: 'status', direction: 'desc' }));
    expect(screen.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    await waitFor(() => expect(lastSearch()).toMatchObject({ sort: 'status', direction: 'asc' }));
    expect(search()).toBe('?sort=status&direction=asc');
  });
});

describe('the list', () => {
  it('shows patient, action, status, time and outcome', async () => {
    page();
    const row = (await screen.findByText('Patient act_1')).closest('tr') as HTMLElement;
    const cells = within(row).getAllByRole('cell').map((cell) => cell.textContent);
    expect(cells).toEqual(['Patient act_1', 'Message', 'No Answer', 'July 21, 2026 — 3:05 PM', 'Booked a facial.sample']);
  });

  it('says that it updates by itself, and when there is nothing', async () => {
    items = [];
    page();
    expect(await screen.findByText('No activity found')).toBeInTheDocument();
    expect(screen.getByText('The log updates automatically.')).toBeInTheDocument();
  });

  it('asks for a patient in the body of the request, never in an address', async () => {
    const { search } = page();
    await screen.findByText('Patient act_1');
    await userEvent.type(screen.getByLabelText('Filter by patient name'), 'Ortiz');
    await waitFor(() => expect(lastSearch()).toMatchObject({ patient: 'Ortiz' }));
    const addresses = office.asked.map((asked) => asked.path + asked.search).join(' ');
    expect(`${search()} ${addresses}`).not.toMatch(/ortiz/i);
  });

  it('goes on with the next page', async () => {
    office.on(SEARCH, ({ body }) =>
      (body as { cursor?: string }).cursor === 'c2'
        ? { json: { items: [activity('act_0')], next_cursor: null } }
        : { json: { items, next_cursor: 'c2' } },
    );
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier entries' }));
    expect(await screen.findByText('Patient act_0')).toBeInTheDocument();
    expect(screen.getByText('Patient act_2')).toBeInTheDocument();
    expect(document.querySelectorAll('.fresh-row')).toHaveLength(0);
  });

  it('offers to try again when it could not be loaded', async () => {
    office.goDown();
    page();
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the history.');
    office.comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Patient act_1')).toBeInTheDocument();
  });

  it('is a list of cards with a choice of order on a phone', async () => {
    windowIs('narrow');
    page();
    await screen.findByText('Patient act_1');
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first');
    await waitFor(() => expect(lastSearch()).toMatchObject({ sort: 'timestamp', direction: 'asc' }));
  });

  it('colours sent and rebooked green, scheduled yellow, failed and no answer red', () => {
    const { Sent, Rebooked, Scheduled, Failed } = STATUS_TONES;
    expect([Sent, Rebooked, Scheduled, Failed, STATUS_TONES['No Answer']]).toEqual(['good', 'good', 'warn', 'bad', 'bad']);
  });
});

describe('a call that ends while somebody looks', () => {
  it('appears on top without a reload and is highlighted for one second', async () => {
    const { queries } = page();
    await screen.findByText('Patient act_2');
    expect(document.querySelectorAll('.fresh-row')).toHaveLength(0);

    vi.useFakeTimers({ shouldAdvanceTime: true });
    items = [activity('act_3'), ...items];
    void refreshChanged(queries, SLUG, [{ topic: 'activity.changed', id: 'act_3' }]);
    const row = (await screen.findByText('Patient act_3')).closest('tr');
    expect(row).toHaveClass('fresh-row');
    expect(document.querySelectorAll('.fresh-row')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(FRESH_MS));
    expect(row).not.toHaveClass('fresh-row');
  });

  it('is highlighted again when its status changes', async () => {
    items = [activity('act_3', { status: 'In progress' })];
    const { queries } = page();
    await screen.findByText('In progress');
    items = [activity('act_3')];
    void refreshChanged(queries, SLUG, [{ topic: 'activity.changed', id: 'act_3' }]);
    expect((await screen.findByText('Booked')).closest('tr')).toHaveClass('fresh-row');
  });
});

describe('one entry', () => {
  const DETAIL = {
    ...activity('act_2', { value_cents: 18_000 }),
    summary: 'Booked a facial for Monday.',
    duration_seconds: 94,
    ended_reason: 'customer-ended-call',
    recording: { answer: null, answered_at: null, is_there: false },
    transcript: [
      { role: 'assistant', text: 'How can I help?', at_seconds: 0 },
      { role: 'user', text: 'A facial on Monday, please.', at_seconds: 4.2 },
    ],
  };
  beforeEach(() => office.on(`GET ${CLINIC}/activities/act_2`, () => ({ json: DETAIL })));

  it('opens with what was said, by whom and when, has its own address, and closes', async () => {
    const { search } = page('/?sort=status');
    await userEvent.click(await screen.findByRole('link', { name: 'Patient act_2' }));
    expect(search()).toBe('?sort=status&activity=act_2');
    const drawer = within(await screen.findByRole('dialog', { name: 'Patient act_2' }));
    expect(drawer.getByText('Booked a facial for Monday.')).toBeInTheDocument();
    expect(drawer.getByText('$180')).toBeInTheDocument();
    expect(drawer.getByText('The caller hung up')).toBeInTheDocument();
    const lines = drawer.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines).toEqual(['Mia0:00How can I help?', 'Caller0:04A facial on Monday, please.']);
    await userEvent.click(drawer.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(search()).toBe('?sort=status');
  });

  it('plays the recording when someone asks for it, not before', async () => {
    const sound = vi.fn(() => 'blob:sound');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: sound, revokeObjectURL: () => undefined }));
    const granted = { answer: 'granted', answered_at: '2026-07-21T19:05:00Z', is_there: true };
    office.on(`GET ${CLINIC}/activities/act_2`, () => ({ json: { ...DETAIL, recording: granted } }));
    const played = `GET ${CLINIC}/activities/act_2/recording`;
    office.on(played, () => ({ json: 'OggS' }));
    page('/?activity=act_2');
    const button = await screen.findByRole('button', { name: 'Play the recording' });
    expect(office.askedOf(played)).toHaveLength(0);
    await userEvent.click(button);
    expect(await screen.findByLabelText('Recording of the call')).toHaveAttribute('src', 'blob:sound');
    expect(office.askedOf(played)).toHaveLength(1);
  });

  it('opens from a link that somebody sent', async () => {
    page('/?activity=act_2');
    expect(await screen.findByText('A facial on Monday, please.')).toBeInTheDocument();
  });

  it('says why it cannot be shown', async () => {
    office.refuse(`GET ${CLINIC}/activities/act_2`, 403, 'Your role does not allow this.');
    page('/?activity=act_2');
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
  });
});
