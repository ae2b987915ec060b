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
  it('is written for the time chosen, and says why it was not sent', async () => {
    office.on(`POST ${CLINIC}/waiting-list/wtl_1/offer`, () => ({ status: 409, json: { detail: 'This was not sent. They opted out.' } }));
    show(<OfferDialog slug={SLUG} practice="Downtown Medspa" timeZone={ZONE} to={ANA} at="2026-12-01T19:00:00Z" onClose={() => undefined} />, '/');
    expect(await screen.findByLabelText('Text to (305) 555-0142')).toHaveValue(offerText('Downtown Medspa', 'Ana Ruiz', 'Tuesday, December 1, 2:00 PM'));
    await userEvent.click(await screen.findByText('Send offer'));
    expect(await screen.findByText('This was not sent. They opted out.')).toBeInTheDocument();
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
