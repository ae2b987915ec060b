import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MoveDialog } from '@/features/schedule/calendar/book/move-dialog';
import { VisitForm } from '@/features/schedule/calendar/book/visit-form';
import { useChanges } from '@/features/schedule/calendar/use-changes';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';
import { DATA, VISIT, ZONE } from './a-day';

const BOOK = `POST ${CLINIC}/appointments`;
const MOVE = `PATCH ${CLINIC}/appointments/apt_1`;
const AT = { starts_at: '2026-03-26T19:00:00Z', provider_id: 'prv_1', room_id: null };
const FREE = { provider_id: 'prv_2', provider: 'Nurse Kim', room_id: 'rom_1', room: 'A', location: 'Main Office' };
const REFUSAL = {
  detail: 'Dr. Reyes has another appointment.',
  waivable: false,
  overbookable: true,
  obstacles: [{ kind: 'provider_busy', detail: 'Dr. Reyes has another appointment', starts_at: null, ends_at: null }],
  alternatives: [{ ...FREE, starts_at: '2026-03-26T20:30:00Z' }],
};

let office: FakeOffice;
beforeEach(() => {
  office = new FakeOffice()
    .on(`GET ${CLINIC}/openings`, () => ({ json: { items: [{ ...FREE, provider_id: 'prv_1', starts_at: '2026-03-26T19:45:00Z' }] } }))
    .on(`GET ${CLINIC}/patients/pat_1`, () => ({ json: { full_name: 'Ana Ruiz' } }))
    .on(BOOK, () => ({ status: 409, json: REFUSAL }))
    .on(MOVE, () => ({ status: 409, json: REFUSAL }));
});

function NewVisit() {
  const changes = useChanges(SLUG, ZONE);
  return <VisitForm slug={SLUG} data={DATA} at={AT} patient="pat_1" waits={null} changes={changes} onWait={vi.fn()} onClose={vi.fn()} />;
}

function Move() {
  const changes = useChanges(SLUG, ZONE);
  return <MoveDialog data={DATA} visit={VISIT} changes={changes} onClose={vi.fn()} />;
}

const time = () => screen.getByLabelText<HTMLInputElement>('Time');
async function setTime(to: string) {
  await userEvent.clear(time());
  await userEvent.type(time(), to);
}
const refusal = async () => (await screen.findByText('This time isn’t available')).parentElement!;
const lastBody = (route: string) => office.askedOf(route).at(-1)?.body as Record<string, unknown>;

describe('a booking that was refused', () => {
  const refused = async () => {
    show(<NewVisit />);
    await userEvent.click(await screen.findByText('Book', { selector: 'button' }));
    return refusal();
  };

  it('is overbooked at the time that was asked for, with the reason', async () => {
    const note = within(await refused());
    await userEvent.type(note.getByLabelText('Reason for overbooking'), 'They agreed');
    await userEvent.click(note.getByText('Overbook'));
    await waitFor(() => expect(office.askedOf(BOOK)).toHaveLength(2));
    expect(lastBody(BOOK)).toMatchObject({ starts_at: '2026-03-26T19:00:00.000Z', overbook: 'They agreed' });
  });

  it.each([
    ['another time', () => setTime('16:00')],
    ['another provider', () => userEvent.selectOptions(screen.getByLabelText('Provider'), 'Nurse Kim')],
    ['another room', () => userEvent.selectOptions(screen.getByLabelText('Room'), 'B, Main Office')],
    ['another patient', () => userEvent.click(screen.getByText('Change'))],
  ])('is forgotten when the form says %s', async (_what, change) => {
    await refused();
    await change();
    await waitFor(() => expect(screen.queryByText('This time isn’t available')).not.toBeInTheDocument());
  });

  it('is of the free time that was chosen, when that was just taken too', async () => {
    const note = within(await refused());
    await userEvent.click(note.getByText(/4:30 PM · Nurse Kim/));
    await waitFor(() => expect(office.askedOf(BOOK)).toHaveLength(2));
    expect(await refusal()).toBeInTheDocument();
    expect([time().value, screen.getByLabelText<HTMLSelectElement>('Provider').value]).toEqual(['16:30', 'prv_2']);
  });
});

describe('a move that was refused', () => {
  const refused = async () => {
    show(<Move />);
    await setTime('15:00');
    await userEvent.click(screen.getByText('Move', { selector: 'button' }));
    return refusal();
  };

  it('goes on top of the other visit at the time that the fields say', async () => {
    const note = within(await refused());
    await userEvent.type(note.getByLabelText('Reason for overbooking'), 'They agreed');
    await userEvent.click(note.getByText('Overbook'));
    await waitFor(() => expect(office.askedOf(MOVE)).toHaveLength(2));
    expect(lastBody(MOVE)).toMatchObject({ starts_at: '2026-03-26T19:00:00.000Z', overbook: 'They agreed' });
  });

  it('is forgotten when the fields say something else, which is asked for next', async () => {
    await refused();
    await setTime('17:00');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(screen.getByText('Move', { selector: 'button' }));
    await refusal();
    expect(lastBody(MOVE)).toMatchObject({ starts_at: '2026-03-26T21:00:00.000Z', overbook: null });
  });
});

it('the next free times stand below the time, and fill the form in', async () => {
  show(<NewVisit />);
  await userEvent.click(await screen.findByRole('button', { name: 'Thursday, March 26, 3:45 PM', hidden: true }));
  expect(time().value).toBe('15:45');
  expect(screen.getByLabelText<HTMLSelectElement>('Room').value).toBe('');
  const sought = new URLSearchParams(office.askedOf(`GET ${CLINIC}/openings`)[0]?.search);
  expect(Object.fromEntries(sought)).toEqual({ service_id: 'svc_1', provider_id: 'prv_1', from: '2026-03-26T19:00:00.000Z' });
});
