import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ErrorList } from '@/features/oversight/support/error-list';
import { isOpen, Visits } from '@/features/oversight/support/visits';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const SOON = new Date(Date.now() + 30.5 * 60_000).toISOString();
const visit = (id: string, more: object = {}) => ({
  id,
  who: 'support@mia.example',
  reason: 'Calls are not recorded in the history',
  opened_at: '2026-07-21T19:05:00Z',
  expires_at: SOON,
  ended_at: null as string | null,
  ...more,
});

let office: FakeOffice;
beforeEach(() => {
  office = new FakeOffice();
});

describe('support access', () => {
  it('is listed with its reason, and an open one is ended', async () => {
    let items = [visit('sup_2'), visit('sup_1', { expires_at: '2026-07-21T20:05:00Z' })];
    office.on(`GET ${CLINIC}/support-access`, () => ({ json: { items } }));
    office.on(`DELETE ${CLINIC}/support-access/sup_2`, () => {
      items = [visit('sup_2', { ended_at: '2026-07-21T19:30:00Z' }), items[1]!];
      return { status: 204 };
    });
    show(<Visits slug={SLUG} timeZone="America/New_York" />);
    const [open, ended] = await screen.findAllByRole('listitem');
    expect(open).toHaveTextContent(/support@mia\.example.*Open.*Calls are not recorded.*ends automatically in 30 min/);
    expect(ended).toHaveTextContent('Ended');
    await userEvent.click(within(open!).getByRole('button', { name: 'End access' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes, end it' }));
    expect(await screen.findByText('Support access ended.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'End access' })).toBeNull();
  });

  it('is over when it was ended or its time has come', () => {
    const now = Date.parse('2026-07-21T19:30:00Z');
    const at = (expires_at: string, ended_at: string | null = null) => isOpen({ expires_at, ended_at }, now);
    expect([at('2026-07-21T19:31:00Z'), at('2026-07-21T19:29:00Z'), at('2026-07-21T19:31:00Z', '2026-07-21T19:20:00Z')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the errors', () => {
  it('are listed with how often and when', async () => {
    const report = {
      id: 'err_1',
      first_at: '2026-07-20T19:05:00Z',
      last_at: '2026-07-21T19:05:00Z',
      count: 1284,
      where: '/api/clinics/{slug}/tasks',
      kind: 'TimeoutError',
      correlation_id: 'req-1',
    };
    office.on(`GET ${CLINIC}/errors`, () => ({ json: { items: [report, { ...report, id: 'err_2', count: 1 }] } }));
    show(<ErrorList slug={SLUG} timeZone="America/New_York" />);
    const [often, once] = await screen.findAllByRole('listitem');
    expect(often).toHaveTextContent(/TimeoutError.*1,284 times, last on July 21, 2026 — 3:05 PM/);
    expect(once).toHaveTextContent(/Once on July 21/);
  });

  it('are none on a good day', async () => {
    office.on(`GET ${CLINIC}/errors`, () => ({ json: { items: [] } }));
    show(<ErrorList slug={SLUG} timeZone="America/New_York" />);
    expect(await screen.findByText('No errors')).toBeInTheDocument();
  });
});
