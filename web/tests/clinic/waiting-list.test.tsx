import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Waiting } from '@/features/schedule/calendar/queries';
import { fits, offerText, wishOf } from '@/features/schedule/calendar/waiting/fits';
import { OfferDialog } from '@/features/schedule/calendar/waiting/offer-dialog';
import { WaitingBeside } from '@/features/schedule/calendar/waiting/waiting-panel';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show, windowIs } from './show';

const ANA: Waiting = {
  id: 'wtl_1',
  since: '2026-11-21T14:30:00Z',
  name: 'Ana Ruiz',
  phone: '+13055550142',
  service_id: 'svc_1',
  service: 'Botox',
  provider_id: 'prv_1',
  provider: 'Dr. Reyes',
  wish: 'Friday morning',
  from_day: null,
  until_day: '2026-12-31',
  part_of_day: 'morning',
  offered_at: null,
};
const BO: Waiting = { ...ANA, id: 'wtl_2', name: 'Bo Lind', service_id: 'svc_2', service: 'Dysport', provider_id: null, provider: null, wish: '', from_day: '2026-12-10' };
const ZONE = 'America/New_York';
const DAY = { days: ['2026-12-01'], provider: null };
let office: FakeOffice;
let items: Waiting[];

beforeEach(() => {
  office = new FakeOffice();
  windowIs('wide');
  items = [ANA, BO];
  office.on(`GET ${CLINIC}/waiting-list`, () => ({ json: { items } }));
  office.on(`DELETE ${CLINIC}/waiting-list/wtl_1`, () => {
    items = [];
    return { status: 204 };
  });
});

function showPanel(rest: Partial<Parameters<typeof WaitingBeside>[0]> = {}) {
  const onBook = vi.fn();
  const panel = { slug: SLUG, timeZone: ZONE, shown: DAY, open: true, children: null, onBook, onClose: () => undefined, ...rest };
  return { ...show(<WaitingBeside {...panel} />, '/'), onBook };
}

describe('the waiting list', () => {
  it('shows who waits for the day apart from everyone else, and takes someone off', async () => {
    showPanel();
    const today = within(await screen.findByRole('region', { name: 'For this day' }));
    expect(today.getByText('Botox with Dr. Reyes')).toBeInTheDocument();
    expect(today.getByText('Friday morning')).toBeInTheDocument();
    expect(today.getByRole('link', { name: '(305) 555-0142' })).toHaveAttribute('href', 'tel:+13055550142');
    expect(within(screen.getByRole('region', { name: 'For other days' })).getByText('From Thursday, December 10')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Take Ana Ruiz off the list' }));
    await waitFor(() => expect(screen.getByText('No one is waiting')).toBeInTheDocument());
    office.on(`POST ${CLINIC}/waiting-list/wtl_1/rejoin`, () => ((items = [ANA, BO]), { status: 204 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Ana Ruiz')).toBeInTheDocument();
  });

  it('books someone, and offers a time only where texting is allowed', async () => {
    windowIs('narrow');
    const { onBook } = showPanel();
    await userEvent.click(await screen.findByRole('button', { name: 'Book Ana Ruiz' }));
    expect(onBook).toHaveBeenCalledWith(ANA);
    expect(screen.queryByRole('button', { name: 'Offer Ana Ruiz a time' })).not.toBeInTheDocument();
  });

  it('narrows to one service', async () => {
    showPanel();
    await userEvent.selectOptions(await screen.findByLabelText('Service'), 'Dysport');
    expect(screen.getByText('No one waits for these days.')).toBeInTheDocument();
    expect(screen.getByText('Bo Lind')).toBeInTheDocument();
    expect(screen.queryByText('Ana Ruiz')).not.toBeInTheDocument();
  });
});

describe('an offer', () => {
  const opening = (starts_at: string) => ({ starts_at, provider_id: 'prv_1', provider: 'Dr. Reyes', room_id: 'rom_1', room: 'A', location: 'Main Office' });
  const dialog = () =>
    show(<OfferDialog slug={SLUG} practice="Downtown Medspa" timeZone={ZONE} to={ANA} from="2026-12-01T13:00:00Z" onClose={() => undefined} />, '/');
  const text = () => screen.findByLabelText('Text to (305) 555-0142');

  it('is of the first time that is free, or of another, and says why it was not sent', async () => {
    const sent = `POST ${CLINIC}/waiting-list/wtl_1/offer`;
    office.on(`GET ${CLINIC}/openings`, () => ({ json: { items: [opening('2026-12-01T19:00:00Z'), opening('2026-12-02T15:30:00Z')] } }));
    office.on(sent, () => ({ status: 409, json: { detail: 'This was not sent. They opted out.' } }));
    dialog();
    expect(await text()).toHaveValue(offerText('Downtown Medspa', 'Ana Ruiz', 'Tuesday, December 1, 2:00 PM'));
    await userEvent.click(screen.getByRole('button', { name: 'Wednesday, December 2, 10:30 AM' }));
    expect(await text()).toHaveValue(offerText('Downtown Medspa', 'Ana Ruiz', 'Wednesday, December 2, 10:30 AM'));
    await userEvent.click(screen.getByText('Send offer'));
    expect(await screen.findByText('This was not sent. They opted out.')).toBeInTheDocument();
    expect(office.askedOf(sent)[0]?.body).toMatchObject({ starts_at: '2026-12-02T15:30:00.000Z' });
    const sought = new URLSearchParams(office.askedOf(`GET ${CLINIC}/openings`)[0]?.search);
    expect(Object.fromEntries(sought)).toEqual({ service_id: 'svc_1', provider_id: 'prv_1', from: '2026-12-01T13:00:00Z', until: '2026-12-31', part_of_day: 'morning' });
  });

  it('says so when nothing is free', async () => {
    office.on(`GET ${CLINIC}/openings`, () => ({ json: { items: [] } }));
    dialog();
    expect(await screen.findByText('Nothing is free for Botox until Thursday, December 31.')).toBeInTheDocument();
  });
});

describe('who fits a day', () => {
  it('would come by then, and to the provider shown', () => {
    expect(fits(ANA, DAY)).toBe(true);
    expect(fits(BO, DAY)).toBe(false);
    expect(fits(BO, { ...DAY, days: ['2026-12-09', '2026-12-10'] })).toBe(true);
    expect(fits({ ...ANA, until_day: '2026-11-30' }, DAY)).toBe(false);
    expect(fits(ANA, { ...DAY, provider: 'prv_2' })).toBe(false);
    expect(fits({ ...ANA, provider_id: null }, { ...DAY, provider: 'prv_2' })).toBe(true);
  });

  it('wishes in words or by days', () => {
    expect(wishOf(ANA)).toBe('Friday morning');
    expect(wishOf({ ...ANA, wish: '' })).toBe('As soon as possible');
    expect(wishOf({ ...BO, until_day: '2026-12-10' })).toBe('Thursday, December 10');
  });
});
