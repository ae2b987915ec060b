import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ClientAnalytics } from '@/features/insights/analytics/client-analytics';
import { FilterBar } from '@/features/insights/analytics/filter-bar';
import { asQuery, CUSTOM, readFilters, writeFilters } from '@/features/insights/analytics/filters';
import { Figures } from '@/features/insights/analytics/figures';
import type { Analytics } from '@/features/insights/analytics/queries';
import { FakeOffice } from './fake-office';
import { show } from './show';

const read = (address: string) => readFilters(new URLSearchParams(address));
const PLAIN = read('');

describe('the filters of the client analytics', () => {
  it.each([
    ['', 'range=30d'],
    ['range=year&location=main_office', 'range=year location=main_office'],
    ['first=2026-10-01&last=2026-10-31&service=botox', 'first=2026-10-01 last=2026-10-31 service=botox'],
    ['first=2026-10-01', 'range=30d'],
    ['first=2026-02-30&last=2026-10-31&range=7d', 'range=7d'],
    ['range=forever&location=<b>', 'range=30d'],
  ])('are read from the address %s', (address, asked) => {
    const query = Object.entries(asQuery(read(address))).filter(([, value]) => value !== '');
    expect(query.map((pair) => pair.join('=')).sort().join(' ')).toBe(asked.split(' ').sort().join(' '));
  });

  it('leave an address bare of what stands by default, and of days when a range is chosen', () => {
    const own = 'first=2026-10-01&last=2026-10-31';
    expect(writeFilters(new URLSearchParams(own), read(own)).toString()).toBe(own);
    expect(writeFilters(new URLSearchParams(own), { ...read(own), range: '7d' }).toString()).toBe('range=7d');
    expect(writeFilters(new URLSearchParams('range=7d'), PLAIN).toString()).toBe('');
  });

  it('begin custom dates with the days that are shown, and take a day once it is one', async () => {
    const change = vi.fn();
    const days = { first: '2026-10-25', last: '2026-11-23' };
    const { rerender } = show(<FilterBar filters={PLAIN} choices={undefined} days={days} onChange={change} />);
    await userEvent.selectOptions(screen.getByLabelText('Date Range'), 'Custom dates');
    const custom = { ...PLAIN, ...days, range: CUSTOM } as const;
    expect(change).toHaveBeenLastCalledWith({ ...days, range: CUSTOM });
    rerender(<FilterBar filters={custom} choices={undefined} days={days} onChange={change} />);
    await userEvent.clear(screen.getByLabelText('First day'));
    expect(change).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByLabelText('First day'), '2026-10-01');
    expect(change).toHaveBeenLastCalledWith({ first: '2026-10-01' });
  });

  it('all hold when they are chosen one right after the other', async () => {
    new FakeOffice().refuse('GET /api/client-analytics/downtown-medspa', 503);
    const choices = { locations: [{ value: 'westside', label: 'Westside' }], services: [{ value: 'botox', label: 'Botox' }], ranges: [] };
    const first = { name: 'Downtown Medspa', choices, before: null, first_day: null, last_day: null } as unknown as Analytics;
    const { search } = show(<ClientAnalytics slug="downtown-medspa" first={first} />);
    act(() => {
      fireEvent.change(screen.getByLabelText('Select Location'), { target: { value: 'westside' } });
      fireEvent.change(screen.getByLabelText('Select Service'), { target: { value: 'botox' } });
    });
    await waitFor(() => expect(search()).toBe('?location=westside&service=botox'));
  });
});

describe('the figures of the client analytics', () => {
  const now = {
    patients_rebooked: 74,
    revenue_cents: 1_345_000,
    retention_percent: 61,
    industry_percent: 45,
    response_seconds: 2.3,
    booking_percent: 78,
    satisfaction: null,
    savings_cents: 284_000,
  };

  it('say how they were before, where both can be told', () => {
    const before = { ...now, patients_rebooked: 60, response_seconds: 3, booking_percent: null };
    show(<Figures figures={now} before={before} busy={false} />);
    const changes = [...document.querySelectorAll('dl > div')].map((card) => card.querySelector('span')?.textContent ?? '');
    expect(changes).toEqual(['Up from 60', 'Same as before', 'Same as before', 'Down from 3.0s', '', '', 'Same as before']);
  });

  it('stand alone where there was nothing before', () => {
    show(<Figures figures={now} busy={false} />);
    expect(screen.queryByText(/before|from/)).not.toBeInTheDocument();
  });
});
