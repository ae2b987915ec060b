import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingFlow } from '@/features/schedule/booking/booking-flow';
import { CancelFlow } from '@/features/schedule/booking/cancel-flow';
import * as zones from '@/lib/time/time-zones';

const DAY = 86_400_000;
const noon = (days: number) => new Date(Math.ceil(Date.now() / DAY) * DAY + days * DAY + 17 * 3_600_000).toISOString();
const SLOTS = [noon(0), noon(0).replace('T17:00', 'T17:30'), noon(2)].map((starts_at, i) => ({ starts_at, token: `token-${i}` }));
const OPENINGS = { practice: 'Mia', service: 'Product demo', duration_minutes: 30, time_zone: 'America/New_York', days: [{ date: 'x', slots: SLOTS }] };
const DEMO = {
  id: 'apt_1', status: 'booked', starts_at: noon(0), ends_at: noon(0), service: 'Product demo', provider: 'Ana Ruiz',
  location: 'Video', cancel_token: 'secret', calendar_file: 'BEGIN:VCALENDAR',
};

type Answer = [status: number, body: unknown];
let asked: [path: string, body: Record<string, unknown> | null][];
const onBooked = vi.fn();

/** A server that gives these answers in turn, and the last one from then on. */
function serverThat(...answers: Answer[]): void {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push([path, init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : null]);
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0])!;
    return new Response(JSON.stringify(body), { status });
  });
}

const open = () => render(<BookingFlow onBooked={onBooked} contact="hello@mia.example" />);
const times = () => screen.findAllByRole('button', { name: /^\d+:\d\d [AP]M$/ });

async function fill(changes: Record<string, string> = {}) {
  const values = { 'Your name': 'Dana Reyes', Practice: 'Bay Skin', Email: 'dana@bay-skin.example', Phone: '(305) 555-0144', ...changes };
  for (const [label, value] of Object.entries(values)) fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByLabelText('I am 18 or older'));
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Book this time' }));

async function chooseFirst() {
  open();
  fireEvent.click((await times())[0]!);
}

beforeEach(() => {
  onBooked.mockClear();
  vi.spyOn(zones, 'ownTimeZone').mockReturnValue('America/New_York');
});

describe('booking a demo', () => {
  it('shows the empty calendar, then the first free day with its times', async () => {
    serverThat([200, OPENINGS]);
    open();
    expect(screen.getByText('Finding available times…')).toBeVisible();
    expect(await times()).toHaveLength(2);
    expect(screen.getByRole('gridcell', { selected: true })).toHaveTextContent(/\d/);
  });

  it('follows the visitor to another time zone', async () => {
    serverThat([200, OPENINGS]);
    open();
    const before = (await times())[0]!.textContent;
    fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'America/Los_Angeles' } });
    expect((await times())[0]).not.toHaveTextContent(before!);
  });

  it('lets the arrows walk over the days, and Enter choose one that has times', async () => {
    serverThat([200, OPENINGS]);
    open();
    await times();
    const user = userEvent.setup();
    within(screen.getByRole('gridcell', { selected: true })).getByRole('button').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{ArrowRight}{Enter}');
    expect(await times()).toHaveLength(1);
    expect(screen.getAllByRole('button').filter((button) => button.dataset['day'] && button.tabIndex === 0)).toHaveLength(1);
  });

  it('says what is missing, at the field, and goes there', async () => {
    serverThat([200, OPENINGS]);
    await chooseFirst();
    send();
    expect(screen.getByLabelText('Your name')).toHaveFocus();
    expect(screen.getByText('You must be 18 or older to book a demo.')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('books, says so, and tells the page around it', async () => {
    serverThat([200, OPENINGS], [201, DEMO]);
    await chooseFirst();
    await fill();
    send();
    const heading = await screen.findByRole('heading', { name: 'Your demo is booked' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText('dana@bay-skin.example')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Cancel this demo' })).toHaveAttribute('href', expect.stringMatching(/\/embed\/booking\/cancel#secret$/));
    expect(onBooked).toHaveBeenCalledOnce();
    expect(asked[1]).toEqual([
      '/api/embed/booking',
      {
        name: 'Dana Reyes', practice: 'Bay Skin', email: 'dana@bay-skin.example', phone: '(305) 555-0144', adult: true,
        slot_token: 'token-0', time_zone: 'America/New_York',
      },
    ]);
  });

  it('offers other times when somebody was faster, and keeps what was typed', async () => {
    serverThat([200, OPENINGS], [409, { detail: 'taken', slots: [SLOTS[2]] }], [201, DEMO]);
    await chooseFirst();
    await fill();
    send();
    await screen.findByText(/just took this time/);
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button'));
    expect(screen.getByLabelText('Your name')).toHaveValue('Dana Reyes');
    expect(screen.queryByText(/just took/)).toBeNull();
    send();
    await screen.findByText('Your demo is booked');
    expect(asked[2]![1]).toMatchObject({ slot_token: 'token-2' });
  });

  it('puts what the server objects to at its field', async () => {
    serverThat([200, OPENINGS], [422, { detail: 'Some fields are not acceptable', errors: { phone: 'Not a telephone number' } }]);
    await chooseFirst();
    await fill();
    send();
    expect(await screen.findByText('Not a telephone number')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveFocus());
    expect(onBooked).not.toHaveBeenCalled();
  });

  it('admits that it could not read the calendar, and tries again', async () => {
    serverThat([503, { detail: 'The database is away.' }], [200, OPENINGS]);
    open();
    expect(await screen.findByText('The database is away.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await times()).toHaveLength(2);
  });

  it('says whom to write to when everything is taken', async () => {
    serverThat([200, { ...OPENINGS, days: [] }]);
    open();
    expect(await screen.findByText(/Email hello@mia.example/)).toBeVisible();
  });
});

describe('cancelling a demo', () => {
  it('shows what would be cancelled, and cancels it', async () => {
    serverThat([200, DEMO], [200, { ...DEMO, status: 'cancelled' }]);
    render(<CancelFlow token="secret" />);
    await screen.findByText(/Ana Ruiz/);
    fireEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your demo is canceled' })).toHaveFocus());
    expect(asked).toEqual([
      ['/api/embed/booking/lookup', { token: 'secret' }],
      ['/api/embed/booking/cancel', { token: 'secret', time_zone: 'America/New_York' }],
    ]);
  });

  it.each([['', 200], ['forged', 404]])('says that the link %j is not ours', async (token, status) => {
    serverThat([status, {}]);
    render(<CancelFlow token={token} />);
    expect(await screen.findByText(/incomplete or invalid/)).toBeVisible();
  });
});
