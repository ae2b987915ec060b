import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { VisitForm } from '@/features/schedule/calendar/book/visit-form';
import type { CalendarData } from '@/features/schedule/calendar/queries';
import type { Changes } from '@/features/schedule/calendar/use-changes';
import { readView } from '@/features/schedule/calendar/view';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const DATA = { timezone: 'America/New_York', services: [], providers: [], rooms: [], locations: [] } as unknown as CalendarData;
const AT = { starts_at: '2026-12-01T15:00:00Z', provider_id: '', room_id: null };
const NOTHING = () => undefined;

function open(patient: string) {
  show(<VisitForm slug={SLUG} data={DATA} at={AT} patient={patient} waits={null} changes={{} as Changes} onWait={NOTHING} onClose={NOTHING} />);
}

function office() {
  return new FakeOffice().on(`POST ${CLINIC}/patients/search`, () => ({ json: { items: [] } }));
}

it('an address books a patient, and whoever a lead, a conversation, a call or a task knows', () => {
  const bookOf = (book: string) => readView(new URLSearchParams({ book })).book;
  for (const id of ['new', 'pat_1', 'led_1', 'thr_1', 'act_1', 'tsk_1']) expect(bookOf(id)).toBe(id);
  expect(bookOf('apt_1')).toBeNull();
});

it.each([
  ['led_1', 'leads/led_1', { lead: { name: 'Noa Levin', phone: '+13055550177', email: 'noa@home.example' }, patient_id: null }],
  ['thr_1', 'conversations/thr_1/person', { address: '(305) 555-0177', lead: { name: 'Noa Levin', phone: null, email: 'noa@home.example' } }],
  ['act_1', 'activities/act_1/person', { patient_id: null, name: 'Noa Levin', phone: '+13055550177', email: 'noa@home.example' }],
])('the form of %s has name, number and email filled in', async (id, path, json) => {
  office().on(`GET ${CLINIC}/${path}`, () => ({ json }));
  open(id);
  expect(await screen.findByLabelText('Patient')).toHaveValue('(305) 555-0177');
  await userEvent.click(screen.getByRole('button', { name: 'New patient: Noa Levin' }));
  expect(screen.getByLabelText('Full name')).toHaveValue('Noa Levin');
  expect(screen.getByLabelText('Phone')).toHaveValue('(305) 555-0177');
  expect(screen.getByLabelText('Email')).toHaveValue('noa@home.example');
});

it('a task books its lead, or by the number it has', async () => {
  const task = { patient_id: null, patient_name: null, lead_id: null, phone: '+13055550177' };
  office().on(`GET ${CLINIC}/tasks/tsk_1`, () => ({ json: { task } }));
  open('tsk_1');
  expect(await screen.findByLabelText('Patient')).toHaveValue('(305) 555-0177');
});

it('a lead who has become a patient is booked as that patient', async () => {
  office()
    .on(`GET ${CLINIC}/leads/led_1`, () => ({ json: { lead: { name: 'Noa', phone: null, email: null }, patient_id: 'pat_1' } }))
    .on(`GET ${CLINIC}/patients/pat_1`, () => ({ json: { full_name: 'Noa Levin' } }));
  open('led_1');
  await waitFor(() => expect(screen.getByText('Noa Levin')).toBeInTheDocument());
  expect(screen.queryByPlaceholderText('Name or phone')).toBeNull();
});
