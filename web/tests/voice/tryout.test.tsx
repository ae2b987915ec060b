import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TryoutDialog } from '@/features/voice/tryout/tryout-dialog';
import { FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';
import { FakeDevices } from './call-fakes';

const TRY = `/api/clinics/${SLUG}/mia-tryouts`;
const CALL = { call_id: 'try_1', practice: 'Downtown Medspa', stun_url: null, rooms: null };
const DRAFT = { fact: { item_id: null, value: { topic: 'Wi-Fi', questions: [], answer: 'GuestNet.', answer_es: '' } } };

let devices: FakeDevices;
const farewell = vi.fn(() => true);
const saved = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  devices = new FakeDevices();
  farewell.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: farewell });
});
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await wait(20);
};

async function openDialog(office: FakeOffice) {
  const onClose = vi.fn();
  show(
    <form onSubmit={saved}>
      <TryoutDialog open onClose={onClose} slug={SLUG} draft={DRAFT} devices={devices} />
    </form>,
  );
  await wait(500);
  return { office, onClose };
}

it('calls with the draft, says so, and hangs up', async () => {
  const office = new FakeOffice()
    .on(`POST ${TRY}/calls`, () => ({ status: 201, json: CALL }))
    .on(`POST ${TRY}/calls/try_1/offer`, () => ({ json: { type: 'answer', sdp: 'v=0 answer' } }));
  await openDialog(office);
  screen.getByText(/nothing is booked, no one is contacted/);
  await press('Start Voice Call');
  expect(office.askedOf(`POST ${TRY}/calls`)[0]?.body).toEqual(DRAFT);
  expect(screen.getByRole('heading').textContent).toBe('LIVE CALL');
  screen.getByText('AI receptionist, Downtown Medspa (test call)');
  await press('End Call');
  expect(farewell).toHaveBeenCalledWith(`${TRY}/calls/try_1/end`);
});

it('says of a call that broke off that nothing was kept', async () => {
  const office = new FakeOffice()
    .on(`POST ${TRY}/calls`, () => ({ status: 201, json: CALL }))
    .on(`POST ${TRY}/calls/try_1/offer`, () => ({ json: { type: 'answer', sdp: 'v=0 answer' } }));
  await openDialog(office);
  await press('Start Voice Call');
  await act(async () => devices.peer.onLost?.());
  expect(screen.getByRole('alert').textContent).toBe('The connection was lost. Nothing was kept.');
  screen.getByRole('button', { name: 'Reconnect' });
});

it('goes on in writing with the same draft when no call can be had, and saves no form around it', async () => {
  const office = new FakeOffice()
    .refuse(`POST ${TRY}/calls`, 503, 'All lines are busy. Please try again in a moment.')
    .on(`POST ${TRY}`, ({ body }) => {
      const { lines } = body as { lines: string[] };
      return { json: { greeting: 'Hi, this is Mia.', answers: lines.map((line) => `Answer to ${line}`), ended: lines.length > 1 } };
    });
  await openDialog(office);
  await press('Start Voice Call');
  expect(screen.getByRole('alert').textContent).toBe(
    'All lines are busy. Please try again in a moment. You can type to Mia here instead.',
  );
  screen.getByText('Hi, this is Mia.');
  for (const line of ['one', 'two']) {
    fireEvent.change(screen.getByLabelText('Type to Mia instead'), { target: { value: line } });
    await press('Send');
    screen.getByText(`Answer to ${line}`);
  }
  expect(office.askedOf(`POST ${TRY}`).at(-1)?.body).toEqual({ lines: ['one', 'two'], ...DRAFT });
  expect(screen.getByRole('heading').textContent).toBe('Ready to Talk');
  expect(saved).not.toHaveBeenCalled();
});

it('says what keeps the draft from being tried', async () => {
  const errors = { 'value.greeting': 'Enter what Mia says first.' };
  const refusal = () => ({ status: 422, json: { type: 'about:blank', title: 'Invalid', status: 422, detail: 'Check the highlighted fields.', errors } });
  await openDialog(new FakeOffice().on(`POST ${TRY}/calls`, refusal).on(`POST ${TRY}`, refusal));
  await press('Start Voice Call');
  expect(screen.getByRole('alert').textContent).toBe('Mia can’t be tried with these changes yet. Enter what Mia says first.');
});
