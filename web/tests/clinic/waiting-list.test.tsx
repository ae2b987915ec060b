import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { WaitingDialog } from '@/features/schedule/calendar/dialogs/waiting-dialog';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show } from './show';

const ANA = {
  id: 'wtl_1',
  since: '2026-11-21T14:30:00Z',
  name: 'Ana Ruiz',
  phone: '+13055550142',
  service: 'Botox',
  provider: 'Dr. Reyes',
  wish: 'Friday morning',
};
let office: FakeOffice;
let items: (typeof ANA)[];

beforeEach(() => {
  office = new FakeOffice();
  items = [ANA];
  office.on(`GET ${CLINIC}/waiting-list`, () => ({ json: { items } }));
  office.on(`DELETE ${CLINIC}/waiting-list/wtl_1`, () => {
    items = [];
    return { status: 204 };
  });
});

describe('the waiting list', () => {
  it('shows who waits for what, and takes someone off', async () => {
    show(<WaitingDialog slug={SLUG} timeZone="America/New_York" open onClose={() => undefined} />, '/');
    expect(await screen.findByText('Botox, with Dr. Reyes, Friday morning')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '(305) 555-0142' })).toHaveAttribute('href', 'tel:+13055550142');
    await userEvent.click(screen.getByRole('button', { name: 'Take Ana Ruiz off the list' }));
    await waitFor(() => expect(screen.getByText('No one is waiting')).toBeInTheDocument());
  });
});
