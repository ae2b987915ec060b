import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Visit, Waiting } from '@/features/schedule/calendar/queries';
import { useChanges } from '@/features/schedule/calendar/use-changes';
import { VisitPanel } from '@/features/schedule/calendar/visit/visit-panel';
import { fittingFreed, lookFrom } from '@/features/schedule/calendar/waiting/fits';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show, windowIs } from '../clinic/show';
import { DATA, VISIT, ZONE } from './a-day';

const OUTCOME = `POST ${CLINIC}/appointments/apt_1/outcome`;
const ARRIVAL = `POST ${CLINIC}/appointments/apt_1/arrival`;
const FILLER = { id: 'svc_2', name: 'Filler', duration_minutes: 45, buffer_minutes: 15, price_cents: 70_050 };
const WAITS: Waiting = {
  id: 'wtl_1',
  since: '2026-03-20T14:30:00Z',
  name: 'Bo Lind',
  phone: '+13055550143',
  service_id: 'svc_1',
  service: 'Botox',
  provider_id: null,
  provider: null,
  wish: 'any afternoon',
  from_day: null,
  until_day: '2026-04-30',
  part_of_day: null,
  offered_at: null,
};

let office: FakeOffice;
const onOffer = vi.fn();
beforeEach(() => {
  windowIs('wide');
  onOffer.mockReset();
  office = new FakeOffice()
    .on(`GET ${CLINIC}/waiting-list`, () => ({ json: { items: [WAITS] } }))
    .on(OUTCOME, () => ({ json: { visit: VISIT, change_id: 'chg_1', notice: null } }))
    .on(ARRIVAL, () => ({ json: { visit: VISIT, change_id: 'chg_1', notice: null } }));
});

function Panel() {
  const changes = useChanges(SLUG, ZONE);
  const data = { ...DATA, services: [...DATA.services, FILLER] };
  const names = new Map([['rom_1', 'A']]);
  return <VisitPanel slug={SLUG} data={data} roomNames={names} mayWrite id="apt_1" changes={changes} onMove={vi.fn()} onOffer={onOffer} onClose={vi.fn()} />;
}

function open(visit: Partial<Visit>, more: object) {
  const story = { visit: { ...VISIT, phone: '(305) 555-0142', ...visit }, begun: false, today: true, note: '', treatment: null, changes: [], ...more };
  office.on(`GET ${CLINIC}/appointments/apt_1`, () => ({ json: story }));
  show(<Panel />);
  return screen.findByText('Ana Ruiz');
}

describe('the drawer of a visit', () => {
  it('leads to the patient, and calls and texts them', async () => {
    expect(await open({}, {})).toHaveAttribute('href', `/dashboard/${SLUG}/patients/pat_1`);
    expect(screen.getByText('(305) 555-0142')).toHaveAttribute('href', 'tel:3055550142');
    expect(screen.getByText('Text')).toHaveAttribute('href', `/dashboard/${SLUG}/messages?to=pat_1&by=sms`);
  });

  it('checks in who is here today, and marks who did not come once their time has begun', async () => {
    await open({}, { begun: true });
    await userEvent.click(screen.getByText('Check in'));
    await waitFor(() => expect(office.askedOf(ARRIVAL)[0]?.body).toEqual({ arrival: 'arrived' }));
    await userEvent.click(screen.getByText('No-show'));
    await waitFor(() => expect(office.askedOf(OUTCOME)[0]?.body).toEqual({ outcome: 'no_show' }));
  });

  it('completes a visit with what was done and what it cost', async () => {
    await open({ arrival: 'arrived' }, { begun: true });
    expect(screen.queryByText('No-show')).not.toBeInTheDocument();
    await userEvent.click(screen.getByText('Complete', { selector: 'button' }));
    const form = within(screen.getByText('Complete this appointment').closest('dialog')!);
    expect(form.getByLabelText('Price in dollars')).toHaveValue('450');
    await userEvent.selectOptions(form.getByLabelText('Treatment'), 'Filler');
    expect(form.getByLabelText('Price in dollars')).toHaveValue('700.50');
    await userEvent.clear(form.getByLabelText('Price in dollars'));
    await userEvent.type(form.getByLabelText('Price in dollars'), 'a lot');
    await userEvent.click(form.getByText('Complete', { selector: 'button' }));
    expect(await form.findByText('Enter a price such as 450 or 449.50.')).toBeInTheDocument();
    await userEvent.clear(form.getByLabelText('Price in dollars'));
    await userEvent.type(form.getByLabelText('Price in dollars'), '$649.50');
    await userEvent.click(form.getByText('Complete', { selector: 'button' }));
    await waitFor(() => expect(office.askedOf(OUTCOME)[0]?.body).toEqual({ outcome: 'completed', service_id: 'svc_2', price_cents: 64_950 }));
  });

  it('shows what was done, and reopens it', async () => {
    await open({ status: 'completed' }, { begun: true, treatment: { service: 'Filler', price_cents: 64_950, done: true } });
    expect(screen.getByText('Filler, $649.50')).toBeInTheDocument();
    await userEvent.click(screen.getByText('Reopen'));
    await waitFor(() => expect(office.askedOf(OUTCOME)[0]?.body).toEqual({ outcome: 'booked' }));
  });

  it('offers the time of a canceled visit to who waits for it', async () => {
    await open({ status: 'cancelled' }, {});
    await userEvent.click(await screen.findByLabelText('Offer it to Bo Lind'));
    expect(onOffer).toHaveBeenCalledWith(WAITS, VISIT.starts_at);
  });
});

describe('who would come at a time that was freed', () => {
  const fitting = (more: Partial<Waiting>) => fittingFreed([{ ...WAITS, ...more }], VISIT, { ...DATA, services: [...DATA.services, FILLER] }).length;

  it('wants that day, that provider or any, and something that they do in that time', () => {
    expect(fitting({})).toBe(1);
    expect(fitting({ provider_id: 'prv_2' })).toBe(0);
    expect(fitting({ from_day: '2026-03-27' })).toBe(0);
    expect(fitting({ service_id: 'svc_2' })).toBe(0);
  });
});

it('a free time is looked for from the day shown, within the days that someone wants', () => {
  const from = (more: Partial<Waiting>) => lookFrom({ ...WAITS, ...more }, '2026-04-02T13:00:00Z', '2026-03-26T16:00:00Z', ZONE);
  expect(from({})).toBe('2026-04-02T13:00:00.000Z');
  expect(from({ from_day: '2026-04-10' })).toBe('2026-04-10T04:00:00.000Z');
  expect(from({ until_day: '2026-03-31' })).toBe('2026-03-26T16:00:00.000Z');
});
