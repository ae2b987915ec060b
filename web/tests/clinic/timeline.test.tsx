import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Timeline } from '@/features/patients/timeline';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show } from './show';

it('what was said in a call opens on the page of the patient', async () => {
  const call = {
    kind: 'call',
    key: 'act_1',
    at: '2026-11-24T15:00:00Z',
    title: 'Call',
    detail: 'Asked about Botox',
    status: 'Answered',
    by: null,
    value_cents: null,
    activity_id: 'act_1',
    conversation_id: null,
  };
  new FakeOffice().on(`GET ${CLINIC}/patients/pat_1/timeline`, () => ({ json: { items: [call], next_before: null } }));
  const at = `/dashboard/${SLUG}/patients/pat_1`;
  const page = show(<Timeline slug={SLUG} id="pat_1" timeZone="America/New_York" mayContact />, `${at}?kind=call`);
  await userEvent.click(await screen.findByRole('link', { name: /^Transcript/ }));
  expect([page.path(), page.search()]).toEqual([at, '?kind=call&activity=act_1']);
});
