import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshChanged } from '@/app/clinic/refresh';
import { RebookingCenter } from '@/features/recalls/center/center';
import { toneOf } from '@/ui/patient-tags';
import { readView, writeView } from '@/features/recalls/center/view';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show, windowIs } from './show';

const SEARCH = `POST ${CLINIC}/patients/search`;
const STANDING = `POST ${CLINIC}/patients/standing`;
const RECORD = `GET ${CLINIC}/patients/pat_1`;
const NOTE = `PUT ${CLINIC}/patients/pat_1/note`;
const OUTREACH = `POST ${CLINIC}/outreach`;

const ALLOW = { outcome: 'allow', reason: 'Consent, contact hours and limits allow it', rule: 'allowed', until: null };

function listed(number: number) {
  return {
    id: `pat_${number}`,
    name: `Patient ${number}`,
    last_visit: '2026-03-02T15:00:00Z',
    treatment: 'Botox',
    phone: '+13055550123',
    tags: ['Overdue'],
  };
}

function record(more: object = {}) {
  return {
    id: 'pat_1',
    full_name: 'Ana Maria Ruiz',
    last_treatment: 'Botox',
    last_treatment_date: '2026-03-02T15:00:00Z',
    phone: '+13055550123',
    tags: ['Overdue', 'VIP'],
    note: 'Prefers mornings.',
    note_version: 3,
    timezone: 'America/New_York',
    conversation_id: null,
    can_call: ALLOW,
    can_message: ALLOW,
    writes_by: 'sms',
    message: { subject: null, opening: 'Medspa: ', body: 'Hi Ana, you are due.', closing: ' Reply STOP to opt out.', longest: 320 },
    planned: null,
    next_visit: null,
    now: '2026-07-21T23:30:00Z',
    ...more,
  };
}

let office: FakeOffice;
beforeEach(() => {
  windowIs('wide');
  office = new FakeOffice()
    .on(SEARCH, ({ body }) => {
      const { page } = body as { page: number };
      return { json: { items: [listed(1), listed(2)], total: 23, page, pages: 3 } };
    })
    .on(STANDING, () => ({ json: { items: [] } }))
    .on(RECORD, () => ({ json: record() }));
});

const center = (address = '/') =>
  show(<RebookingCenter slug={SLUG} timeZone="America/New_York" mayContact />, address);
const lastSearch = () => office.askedOf(SEARCH).at(-1)?.body;

describe('the view in an address', () => {
  it('has the group, the page and the patient, stays bare for the defaults, and keeps what else there is', () => {
    const address = new URLSearchParams('sort=status');
    const view = { group: 'vip', page: 2, patient: 'pat_1' } as const;
    expect(readView(writeView(address, view))).toEqual(view);
    expect(writeView(address, { group: 'overdue', page: 1, patient: null }).toString()).toBe('sort=status');
  });

  it('is the first page of the overdue when it says nothing, or rubbish', () => {
    expect(readView(new URLSearchParams('group=friends&page=-3'))).toEqual({ group: 'overdue', page: 1, patient: null });
  });
});

describe('tags', () => {
  it('are red, purple, blue, green, and grey for all others', () => {
    const tones = ['Overdue', 'VIP', 'Regular', 'New Patient', 'Left-handed'].map(toneOf);
    expect(tones).toEqual(['bad', 'violet', 'info', 'good', 'plain']);
  });
});

describe('the list', () => {
  it('shows name, last visit, treatment and phone, and asks for ten overdue patients', async () => {
    center();
    const row = (await screen.findByText('Patient 1')).closest('tr') as HTMLElement;
    expect(within(row).getByText(/^Mar 2(, 2026)?$/)).toBeInTheDocument();
    expect(within(row).getByText('Botox')).toBeInTheDocument();
    expect(within(row).getByText('(305) 555-0123')).toBeInTheDocument();
    expect(lastSearch()).toEqual({ query: '', group: 'overdue', page: 1, page_size: 10 });
    expect(screen.getByText('Select a patient to view details')).toBeInTheDocument();
  });

  it('says since when each is due, what they are worth, when they were last contacted, and from when they may be', async () => {
    const later = { outcome: 'defer', reason: 'Contacted this week', rule: 'spacing', until: '2026-12-03T15:00:00Z' };
    const standing = { patient_id: 'pat_1', can_call: later, can_message: later, writes_by: 'sms', next_visit: null, due_since: '2026-06-05T15:00:00Z', value_cents: 45_000, last_contact_at: '2026-11-24T15:00:00Z' };
    office.on(STANDING, () => ({ json: { items: [standing] } }));
    center();
    const row = (await screen.findByText('Patient 1')).closest('tr') as HTMLElement;
    await within(row).findByText('$450');
    const cells = new Map(screen.getAllByRole('columnheader').map((head, place) => [head.textContent, row.children[place]?.textContent]));
    expect(cells.get('Due since')).toMatch(/^Jun 5/);
    expect(cells.get('Value')).toBe('$450');
    expect(cells.get('Last contact')).toMatch(/^Nov 24.*Not now, from Dec 3/);
  });

  it('selects everyone on a page at once', async () => {
    await import('@/features/recalls/center/several/several-panel'); // a slow machine takes its time to bring the script
    center();
    await userEvent.click(await screen.findByRole('switch', { name: 'Select several' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Select all on this page' }));
    expect(await screen.findByText('2 patients selected')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select Patient 2' })).toBeChecked();
    expect(screen.queryByRole('button', { name: 'Select all on this page' })).not.toBeInTheDocument();
  });

  it('asks for a search in the body, never in an address, and begins at the first page again', async () => {
    const { search } = center('/?page=2');
    await userEvent.type(await screen.findByPlaceholderText('Search patients...'), 'Ruis');
    await waitFor(() => expect(lastSearch()).toMatchObject({ query: 'Ruis', page: 1 }));
    const addresses = office.asked.map((asked) => asked.path + asked.search).join(' ');
    expect(`${search()} ${addresses}`).not.toMatch(/ruis/i);
  });

  it('keeps the group in the address and filters by it', async () => {
    const { search } = center();
    await userEvent.selectOptions(await screen.findByLabelText('Group of patients'), 'VIP Patients');
    await waitFor(() => expect(lastSearch()).toMatchObject({ group: 'vip' }));
    expect(search()).toBe('?group=vip');
  });

  it('turns pages', async () => {
    center();
    expect(await screen.findByText('Showing 1 to 10 of 23 patients')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(lastSearch()).toMatchObject({ page: 2 }));
  });

  it('has no pages where one is enough', async () => {
    office.on(SEARCH, () => ({ json: { items: [listed(1)], total: 1, page: 1, pages: 1 } }));
    center();
    await screen.findByText('Patient 1');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(screen.queryByText(/Showing/)).toBeNull();
  });

  it('offers all patients when nobody is overdue', async () => {
    office.on(SEARCH, () => ({ json: { items: [], total: 0, page: 1, pages: 1 } }));
    center();
    await userEvent.click(await screen.findByRole('button', { name: 'Show all patients' }));
    await waitFor(() => expect(lastSearch()).toMatchObject({ group: 'all' }));
  });

  it('says so when it could not be loaded, and tries again', async () => {
    office.goDown();
    center();
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load patients.');
    office.comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Patient 1')).toBeInTheDocument();
  });
});

describe('the details', () => {
  it('open by the radio button and from a link', async () => {
    const { search } = center();
    await userEvent.click(await screen.findByRole('radio', { name: 'Select Patient 1' }));
    expect(search()).toBe('?patient=pat_1');
    const panel = within(screen.getByRole('complementary', { name: 'Patient details' }));
    expect(await panel.findByText('Ana Maria Ruiz')).toBeInTheDocument();
    expect(panel.getByText('pat_1')).toBeInTheDocument();
    expect(panel.getByText('VIP')).toBeInTheDocument();
  });

  it('lie on a sheet of their own on a phone', async () => {
    windowIs('narrow');
    center('/?patient=pat_1');
    expect(await within(await screen.findByRole('dialog', { name: 'Patient' })).findByText('Ana Maria Ruiz')).toBeInTheDocument();
  });
});

describe('contact', () => {
  const sent = { activity_id: 'act_9', decision: ALLOW, status: 'Scheduled', undo_until: '2026-07-21T12:00:05Z' };

  it('asks first, says what the rules say, and a Cancel does nothing', async () => {
    office.on(RECORD, () => ({
      json: record({
        can_call: {
          outcome: 'defer',
          reason: 'Outside the patient\'s contact hours',
          rule: 'quiet_hours',
          until: '2026-07-22T13:00:00Z',
        },
      }),
    }));
    center('/?patient=pat_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Call with Mia' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm AI Call' }));
    expect(dialog.getByText('Are you sure you want to send an outbound call to Ana Maria Ruiz?')).toBeInTheDocument();
    expect(dialog.getByText('Outside the patient\'s contact hours.')).toBeInTheDocument();
    expect(dialog.getByText(/July 22, 2026 — 9:00 AM/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(office.askedOf(OUTREACH)).toHaveLength(0);
  });

  it('proposes the day after the practice’s own, whatever clock the reader has', async () => {
    office.on(RECORD, () => ({ json: record({ now: '2031-03-02T03:30:00Z' }) }));
    office.on(OUTREACH, () => ({ status: 202, json: sent }));
    center('/?patient=pat_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Call with Mia' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm AI Call' }));
    await userEvent.selectOptions(dialog.getByLabelText('When'), 'At a day and time');
    expect(dialog.getByLabelText('Day')).toHaveValue('2031-03-02');
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(office.askedOf(OUTREACH)[0]?.body).toMatchObject({ at: '2031-03-02T15:00:00.000Z' }));
  });

  it('sends a message that can be taken back', async () => {
    office
      .on(OUTREACH, () => ({ status: 202, json: sent }))
      .on(`${OUTREACH}/act_9/cancel`, () => ({ status: 204 }));
    center('/?patient=pat_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Send Follow-Up Message with Mia' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Follow-Up Message' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Message to Ana Maria Ruiz canceled.')).toBeInTheDocument();
    expect(office.askedOf(`${OUTREACH}/act_9/cancel`)).toHaveLength(1);
  });

  it('uses one key for one question, however often it has to be tried', async () => {
    office.on(OUTREACH, () => ({ status: 503 }));
    center('/?patient=pat_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Call with Mia' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm AI Call' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('it won’t be sent twice');
    office.on(OUTREACH, () => ({ status: 202, json: { ...sent, undo_until: null } }));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Mia is calling Ana Maria Ruiz.')).toBeInTheDocument();
    const keys = office.askedOf(OUTREACH).map(({ body }) => (body as { idempotency_key: string }).idempotency_key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  });

  it('is changed while it waits, and what was written stays when it has left meanwhile', async () => {
    const usual = { subject: null, opening: 'Medspa: ', body: 'Hi Ana, you are due.', closing: ' STOP', longest: 320 };
    const planned = { activity_id: 'act_7', channel: 'sms', at: '2026-07-23T14:00:00Z', words: null, usual };
    office.on(RECORD, () => ({ json: record({ planned }) }));
    office.refuse(`PUT ${CLINIC}/outreach/act_7`, 409, 'This has left meanwhile');
    const { queries } = center('/?patient=pat_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the scheduled message' }));
    expect(dialog.getByLabelText('Day')).toHaveValue('2026-07-23');
    expect(dialog.getByLabelText('Time')).toHaveValue('10:00');
    const field = dialog.getByRole('textbox', { name: 'Message' });
    await userEvent.clear(field);
    await userEvent.type(field, 'A quiet Thursday.');
    office.on(RECORD, () => ({ json: record() }));
    void refreshChanged(queries, SLUG, [{ topic: 'patient.changed', id: 'pat_1' }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Scheduled contact' })).toBeNull());
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('This has left meanwhile');
    expect(field).toHaveValue('A quiet Thursday.');
    expect(office.askedOf(`PUT ${CLINIC}/outreach/act_7`)[0]?.body).toEqual({
      words: 'A quiet Thursday.',
      at: '2026-07-23T14:00:00.000Z',
    });
  });

  it('is not offered where it is not allowed, with the reason and what has to happen first', async () => {
    office.on(RECORD, () => ({
      json: record({
        can_message: {
          outcome: 'block',
          reason: 'The patient asked not to be contacted',
          remedy: 'Only after the patient texts START.',
          rule: 'opted_out',
          until: null,
        },
      }),
    }));
    center('/?patient=pat_1');
    const why = 'Not available: The patient asked not to be contacted. Only after the patient texts START.';
    expect(await screen.findByText(/Not available:/)).toHaveTextContent(why);
    expect(screen.getByRole('button', { name: 'Send Follow-Up Message with Mia' })).toBeDisabled();
  });
});

describe('a phone that is turned', () => {
  it('takes away nothing that was being written', async () => {
    let wide = false;
    const listeners = new Set<() => void>();
    vi.stubGlobal('matchMedia', () => ({
      get matches() {
        return wide;
      },
      addEventListener: (_: string, changed: () => void) => listeners.add(changed),
      removeEventListener: (_: string, changed: () => void) => listeners.delete(changed),
    }));
    center('/?patient=pat_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Send Follow-Up Message with Mia' }));
    const words = () => screen.getByRole('textbox', { name: 'Message' });
    await userEvent.type(words(), ' See you soon.');
    act(() => {
      wide = true;
      listeners.forEach((changed) => changed());
    });
    expect(words()).toHaveValue('Hi Ana, you are due. See you soon.');
  });
});

describe('a contact that the address names', () => {
  const PLANNED = { activity_id: 'act_7', channel: 'sms', at: '2026-07-22T14:00:00Z', words: 'We kept an hour for you.', usual: null };

  it('is opened to be changed', async () => {
    office.on(RECORD, () => ({ json: record({ planned: PLANNED }) }));
    const { search } = center('/?patient=pat_1&planned=act_7');
    const dialog = await screen.findByRole('dialog', { name: 'Change the scheduled message' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Leave as it is' }));
    await waitFor(() => expect(search()).toBe('?patient=pat_1'));
    expect(screen.queryByRole('dialog', { name: 'Change the scheduled message' })).toBeNull();
  });

  it('can’t be changed once it has left, and says so', async () => {
    center('/?patient=pat_1&planned=act_7');
    expect(await screen.findByText(/has left or was canceled/)).toBeInTheDocument();
  });
});

describe('several', () => {
  const one = (number: number, decision: object) => ({
    patient_id: `pat_${number}`,
    name: `Patient ${number}`,
    channel: 'sms',
    decision,
    subject: null,
    text: `Medspa: Dear ${number}. STOP`,
  });
  const blocked = { ...ALLOW, outcome: 'block', reason: 'No consent to text or call', rule: 'no_consent' };

  it('see their own example, and are told who is scheduled and who is not', async () => {
    const now = '2026-07-21T12:00:00Z';
    office
      .on(`POST ${CLINIC}/patients/outreach/preview`, () => ({
        json: { items: [one(1, ALLOW), one(2, blocked)], template: 'Hi {first name}, {reason}', now },
      }))
      .on(`POST ${CLINIC}/patients/outreach`, () => ({
        status: 202,
        json: {
          items: [
            { ...one(1, ALLOW), activity_id: 'act_1', undoable: true },
            { ...one(2, blocked), activity_id: 'act_2', undoable: false },
          ],
        },
      }));
    center();
    await userEvent.click(await screen.findByRole('switch', { name: 'Select several' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Patient 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Patient 2' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send Follow-Up Message with Mia' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Follow-Up Message' }));
    expect(await dialog.findByText('Medspa: Dear 1. STOP')).toBeInTheDocument();
    expect(dialog.getByText('gets nothing')).toBeInTheDocument();
    expect(dialog.queryByText('Medspa: Dear 2. STOP')).toBeNull();
    const field = dialog.getByRole('textbox', { name: 'Message' });
    expect(field).toHaveValue('Hi {first name}, {reason}');
    await userEvent.clear(field);
    await userEvent.type(field, 'Dear {{first name}.');
    await userEvent.selectOptions(dialog.getByLabelText('When'), 'At a day and time');
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('0 contacted, 1 scheduled, 1 not contacted')).toBeInTheDocument();
    expect(screen.getByText(/Leaves July 22, 2026 — 10:00 AM/)).toBeInTheDocument();
    expect(office.askedOf(`POST ${CLINIC}/patients/outreach`)[0]?.body).toMatchObject({
      patient_ids: ['pat_1', 'pat_2'],
      words: 'Dear {first name}.',
      at: '2026-07-22T14:00:00.000Z',
    });
  });
});

describe('the note', () => {
  const field = () => screen.findByRole('textbox', { name: /Internal note/ });

  it('is saved with the version that it was begun from', async () => {
    office.on(NOTE, ({ body }) => ({ json: { note: (body as { note: string }).note, note_version: 4 } }));
    center('/?patient=pat_1');
    await userEvent.type(await field(), ' Allergic to lidocaine.');
    expect(screen.getByText('Not saved yet.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull());
    expect(office.askedOf(NOTE)[0]?.body).toEqual({ note: 'Prefers mornings. Allergic to lidocaine.', version: 3 });
    expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled();
  });

  it('survives a lost connection and another patient, and is saved when the connection is back', async () => {
    office.on(`GET ${CLINIC}/patients/pat_2`, () => ({ json: record({ id: 'pat_2', full_name: 'Leo Park', note: '' }) }));
    office.on(NOTE, ({ body }) => ({ json: { note: (body as { note: string }).note, note_version: 4 } }));
    center('/?patient=pat_1');
    await userEvent.type(await field(), ' Draft.');
    office.goDown();
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText(/couldn’t reach the server. Your note is kept here/)).toBeInTheDocument();
    office.comeBack();
    await userEvent.click(screen.getByRole('radio', { name: 'Select Patient 2' }));
    await screen.findByText('Leo Park');
    await userEvent.click(screen.getByRole('radio', { name: 'Select Patient 1' }));
    expect(await field()).toHaveValue('Prefers mornings. Draft.');
    office.goDown();
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByText(/couldn’t reach the server/i);
    office.comeBack();
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled());
    expect(office.askedOf(NOTE).at(-1)?.body).toEqual({ note: 'Prefers mornings. Draft.', version: 3 });
  });

  it('shows the second of two writers what the first has changed, and lets them keep both', async () => {
    const theirs = { note: 'Prefers evenings.', note_version: 4 };
    office.on(NOTE, ({ body }) => {
      const { note, version } = body as { note: string; version: number };
      if (version === 3) {
        return { status: 409, json: { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Changed', ...theirs } };
      }
      return { json: { note, note_version: 5 } };
    });
    center('/?patient=pat_1');
    await userEvent.type(await field(), ' Call first.');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    const conflict = await screen.findByRole('alert');
    expect(conflict).toHaveTextContent('Someone else changed this note');
    expect(conflict.querySelector('del')).toHaveTextContent('mornings.');
    expect(conflict.querySelector('ins')).toHaveTextContent('evenings.');
    await userEvent.click(within(conflict).getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(office.askedOf(NOTE).at(-1)?.body).toEqual({
      note: 'Prefers evenings.\nPrefers mornings. Call first.',
      version: 4,
    });
  });

  it('follows a colleague while one only looks', async () => {
    const { queries } = center('/?patient=pat_1');
    expect(await field()).toHaveValue('Prefers mornings.');
    office.on(RECORD, () => ({ json: record({ note: 'Prefers evenings.', note_version: 4 }) }));
    void refreshChanged(queries, SLUG, [{ topic: 'patient.changed', id: 'pat_1' }]);
    await waitFor(async () => expect(await field()).toHaveValue('Prefers evenings.'));
  });
});
