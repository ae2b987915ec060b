import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { History } from '@/features/inbox/history/history';
import { ReachActions, type ReachActionsProps } from '@/ui/buttons/reach-actions';
import { activity, CLINIC, FakeOffice, PLATE, SLUG } from './fake-office';
import { show, windowIs } from './show';

const DESK = { book: true, text: true };
const MESSAGES = `/dashboard/${SLUG}/messages`;

function ways(props: Partial<ReachActionsProps>) {
  const { container } = show(<ReachActions slug={SLUG} patientId="pat_1" phone="+13055550142" may={DESK} {...props} />);
  const links = within(container).queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  return { links: Object.fromEntries(links) as Record<string, string>, reasons: [...container.querySelectorAll('p')].map((p) => p.textContent) };
}

describe('Book, Call and Text', () => {
  it('lead to the booking form, the phone, and the conversation, which begins if there is none', () => {
    const begun = { Book: `/dashboard/${SLUG}/calendar?book=pat_1`, Call: 'tel:+13055550142', Text: `${MESSAGES}?to=pat_1&by=sms` };
    expect(ways({})).toEqual({ links: begun, reasons: [] });
    expect(ways({ threadId: 'thr_1' }).links['Text']).toBe(`${MESSAGES}?thread=thr_1`);
  });

  it('write to a lead without a record, by email where there is no number', () => {
    expect(ways({ patientId: null, leadId: 'led_1' })).toMatchObject({ links: { Text: `${MESSAGES}?to=led_1&by=sms` }, reasons: [] });
    const byMail = ways({ patientId: null, leadId: 'led_1', phone: null, email: 'ana@mail.example' });
    expect(byMail.links['Email']).toBe(`${MESSAGES}?to=led_1&by=email`);
  });

  it('book someone without a record by what knows of them: their lead, or the conversation, call or task', () => {
    const book = (props: Partial<ReachActionsProps>) => ways({ patientId: null, ...props }).links['Book']?.split('?')[1];
    expect(book({ leadId: 'led_1', bookBy: 'thr_1' })).toBe('book=led_1');
    expect(book({ bookBy: 'act_1' })).toBe('book=act_1');
    expect(book({})).toBe('book=new');
  });

  it('say why someone can’t be texted, and leave what was written to be read', () => {
    const { links, reasons } = ways({ noText: 'The patient asked not to be contacted', threadId: 'thr_1' });
    expect(Object.keys(links)).toEqual(['Book', 'Call', 'Messages']);
    expect(reasons).toEqual(['Can’t text: The patient asked not to be contacted.']);
  });

  it('say that there is no number, no record, or that the record is archived', () => {
    expect(ways({ phone: null })).toMatchObject({ links: { Book: expect.any(String) }, reasons: ['No phone number on file.'] });
    expect(ways({ patientId: null }).reasons).toEqual(['Can’t text yet: no patient record.']);
    expect(ways({ noBook: 'To book, restore the record first.' }).reasons).toEqual(['To book, restore the record first.']);
  });

  it('are not offered to a role that may not use them, and say so', () => {
    const { links, reasons } = ways({ may: { book: false, text: false }, threadId: 'thr_1' });
    expect(Object.keys(links)).toEqual(['Call', 'Messages']);
    expect(reasons).toEqual(['Your role can’t book or text.']);
  });
});

it('a call of someone who is no patient leads on to their lead, by phone and text, and to booking them', async () => {
  windowIs('wide');
  const called = activity('act_1');
  const recording = { answer: null, answered_at: null, is_there: false };
  const detail = { ...called, summary: 'Asked about Botox', duration_seconds: 60, ended_reason: null, transcript: [], recording, person: null };
  const caller = { lead_id: 'led_1', patient_id: null, name: 'Noa Levin', phone: '+13055550177', email: null, thread_id: null, no_text: null };
  const office = new FakeOffice()
    .on(`POST ${CLINIC}/activities/search`, () => ({ json: { items: [called], next_cursor: null } }))
    .on(`GET ${CLINIC}/activities/act_1`, () => ({ json: detail }))
    .on(`GET ${CLINIC}/activities/act_1/person`, () => ({ json: caller }))
    .on(`GET ${CLINIC}`, () => ({ json: { ...PLATE, permissions: ['appointments.write', 'patients.contact', 'leads.read'] } }));
  const page = show(<History slug={SLUG} timeZone="America/New_York" />, '/?activity=act_1');
  const drawer = within(await screen.findByRole('dialog', { name: 'Patient act_1' }));
  expect(await drawer.findByRole('link', { name: 'Book' })).toHaveAttribute('href', `/dashboard/${SLUG}/calendar?book=led_1`);
  expect(drawer.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+13055550177');
  expect(drawer.getByRole('link', { name: 'Text' })).toHaveAttribute('href', `${MESSAGES}?to=led_1&by=sms`);
  expect(drawer.getByRole('link', { name: 'Open lead' })).toHaveAttribute('href', `/dashboard/${SLUG}/leads?lead=led_1`);
  page.unmount();

  // Who may not read leads is not shown whose call it was, and nothing is asked.
  const before = office.askedOf(`GET ${CLINIC}/activities/act_1/person`).length;
  office.on(`GET ${CLINIC}`, () => ({ json: PLATE }));
  show(<History slug={SLUG} timeZone="America/New_York" />, '/?activity=act_1');
  expect(await screen.findByText('Asked about Botox')).toBeInTheDocument();
  expect(office.askedOf(`GET ${CLINIC}/activities/act_1/person`)).toHaveLength(before);
});

it('an entry of the history leads on to its patient, and to what is planned before it leaves', async () => {
  windowIs('wide');
  const planned = activity('act_1', { status: 'Scheduled', action_type: 'Message', has_transcript: false });
  const person = { patient_id: 'pat_1', phone: '+13055550142', thread_id: null, no_text: null };
  const recording = { answer: null, answered_at: null, is_there: false };
  const detail = { ...planned, summary: 'Leaves on Friday', duration_seconds: null, ended_reason: null, transcript: [], recording, person };
  new FakeOffice()
    .on(`POST ${CLINIC}/activities/search`, () => ({ json: { items: [planned], next_cursor: null } }))
    .on(`GET ${CLINIC}/activities/act_1`, () => ({ json: detail }))
    .on(`GET ${CLINIC}`, () => ({ json: { ...PLATE, permissions: ['appointments.write', 'patients.contact'] } }));
  show(<History slug={SLUG} timeZone="America/New_York" />, '/?activity=act_1');
  const drawer = within(await screen.findByRole('dialog', { name: 'Patient act_1' }));
  expect(await drawer.findByRole('link', { name: 'Book' })).toBeInTheDocument();
  const record = `/dashboard/${SLUG}/patients/pat_1`;
  expect(drawer.getByRole('link', { name: 'Open record' })).toHaveAttribute('href', record);
  expect(drawer.getByRole('link', { name: 'Edit before it leaves' })).toHaveAttribute('href', `${record}?planned=act_1`);
});
