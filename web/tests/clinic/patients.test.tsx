import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countFilters, NO_FILTERS, readFilters, writeFilters } from '@/features/patients/filters';
import { AddDialog } from '@/features/patients/patient-dialog';
import { firstChoice } from '@/features/patients/merge-dialog';
import { changesOf, NOBODY, withTheirs } from '@/features/patients/patient-form';
import { PatientList } from '@/features/patients/patients-page';
import { ageOn } from '@/features/patients/profile';
import type { PatientRecord } from '@/features/patients/queries';
import { filtersOf, withFilters } from '@/features/shell/views/filters';
import { SavedViews } from '@/features/shell/views/saved-views';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show, windowIs } from './show';

const SEARCH = `POST ${CLINIC}/patients/search`;
const TAGS = `POST ${CLINIC}/patients/tags`;
const OUTREACH = `POST ${CLINIC}/patients/outreach`;
const VIEWS = `GET ${CLINIC}/views`;

const listed = (number: number) => ({
  id: `pat_${number}`,
  name: `Patient ${number}`,
  last_visit: '2026-03-02T15:00:00Z',
  treatment: 'Botox',
  phone: '+13055550123',
  tags: ['VIP'],
});

let office: FakeOffice;
const added = vi.fn();
beforeEach(() => {
  windowIs('wide');
  office = new FakeOffice()
    .on(SEARCH, () => ({ json: { items: [listed(1), listed(2)], total: 30, page: 1, pages: 2 } }))
    .on(VIEWS, () => ({
      json: {
        items: [{ id: 'viw_1', page: 'patients', name: 'VIPs', filters: 'group=vip', shared: false, mine: true }],
      },
    }));
});

const list = (address = '/') =>
  show(
    <PatientList
      person="usr_1"
      slug={SLUG}
      timeZone="America/New_York"
      mayWrite
      onAdd={added}
      views={<SavedViews slug={SLUG} page="patients" names={['group', 'tag']} resets={['page']} />}
    />,
    address,
  );
const lastSearch = () => office.askedOf(SEARCH).at(-1)?.body;

describe('the filters in an address', () => {
  it('are read as they were written, and what is wrong counts as not said', () => {
    const filters = { ...NO_FILTERS, group: 'vip', tag: 'Spring letter', agreement: 'sms', since: '2026-01-02' } as const;
    const params = writeFilters(new URLSearchParams('page=3&activity=act_1'), filters);
    expect(readFilters(params)).toEqual(filters);
    expect(params.has('page')).toBe(false);
    expect(params.get('activity')).toBe('act_1');
    expect(countFilters(filters)).toBe(3);
    expect(readFilters(new URLSearchParams('group=x&since=tomorrow&provider=1&sort=name'))).toEqual(NO_FILTERS);
  });

  it('make a view, in one order, without the rest of the address', () => {
    const params = new URLSearchParams('tag=A&page=2&group=vip');
    expect(filtersOf(params, ['group', 'tag'])).toBe('group=vip&tag=A');
    expect(withFilters(params, ['group', 'tag'], ['page'], 'group=all&patient=x').toString()).toBe('group=all');
  });
});

describe('the list of patients', () => {
  it('asks for a search in the body, never in an address', async () => {
    const { search } = list();
    await screen.findByText('Patient 1');
    await userEvent.type(screen.getByPlaceholderText('Search patients...'), 'Ruis');
    await waitFor(() => expect(lastSearch()).toMatchObject({ query: 'Ruis', page: 1 }));
    expect(search() + office.asked.map(({ path, search: asked }) => path + asked).join()).not.toContain('Ruis');
  });

  it('applies a saved view, and is empty with a way out', async () => {
    const { search } = list('/?page=2');
    await userEvent.click(await screen.findByRole('button', { name: 'VIPs' }));
    await waitFor(() => expect(lastSearch()).toMatchObject({ group: 'vip', page: 1 }));
    expect(search()).toBe('?group=vip');
    office.on(SEARCH, () => ({ json: { items: [], total: 0, page: 1, pages: 1 } }));
    await userEvent.selectOptions(screen.getByLabelText('Group'), 'overdue');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all patients' }));
    await waitFor(() => expect(lastSearch()).toMatchObject({ group: 'all' }));
  });

  it('tags those who are picked, and takes that back for those whom it changed', async () => {
    office.on(TAGS, () => ({ json: { changed: ['pat_2'] } }));
    list();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove VIP tag' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(office.askedOf(TAGS).map(({ body }) => body)).toEqual([
        { patient_ids: ['pat_1', 'pat_2'], add: [], remove: ['VIP'] },
        { patient_ids: ['pat_2'], add: ['VIP'], remove: [] },
      ]),
    );
  });

  it('writes to many after a question, with an undo, and says who gets nothing and why', async () => {
    const item = (number: number, outcome: string) => ({
      patient_id: `pat_${number}`,
      name: `Patient ${number}`,
      activity_id: `act_${number}`,
      decision: { outcome, reason: 'The patient asked not to be contacted', rule: 'x', until: null },
      undoable: outcome === 'allow',
    });
    office
      .on(OUTREACH, () => ({ status: 202, json: { items: [item(1, 'allow'), item(2, 'block')] } }))
      .on(`${OUTREACH}/cancel`, () => ({ json: { left: [] } }));
    list();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Message with Mia' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Messages canceled.')).toBeInTheDocument();
    expect(office.askedOf(`${OUTREACH}/cancel`)[0]?.body).toEqual({ activity_ids: ['act_1'] });
    const told = screen.getByText('Not sent now').closest('[role=status]') as HTMLElement;
    expect(within(told).getByText('Patient 2')).toBeInTheDocument();
    expect(within(told).queryByText('Patient 1')).not.toBeInTheDocument();
  });

  it('says why it cannot be shown', async () => {
    office.refuse(SEARCH, 403, 'Your role does not allow this.');
    list();
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
  });
});

describe('a new patient who is on record', () => {
  it('is shown with a link first, and added when it is another person', async () => {
    const ana = { id: 'pat_9', name: 'Ana Ruiz', phone: '+13055550142', email: null, tags: [] };
    const ADD = `POST ${CLINIC}/patients`;
    office.on(ADD, () => ({
      status: 409,
      json: { type: '/problems/on-record', title: 'Already on record', status: 409, detail: 'On record', lookalikes: [{ record: ana, reasons: ['phone', 'name'] }] },
    }));
    const onAdded = vi.fn();
    show(<AddDialog slug={SLUG} open onClose={() => undefined} onAdded={onAdded} />);
    await userEvent.type(screen.getByLabelText('Full name'), 'Ana Ruiz');
    await userEvent.click(screen.getByRole('button', { name: 'Add patient' }));
    expect(await screen.findByRole('link', { name: /Open Ana Ruiz/ })).toHaveAttribute('href', `/dashboard/${SLUG}/patients/pat_9`);
    office.on(ADD, () => ({ json: { ...ana, id: 'pat_10' } }));
    await userEvent.click(screen.getByRole('button', { name: 'Add patient' }));
    await waitFor(() => expect(onAdded).toHaveBeenCalledWith('pat_10'));
    expect(office.askedOf(ADD).map(({ body }) => (body as { another: boolean }).another)).toEqual([false, true]);
  });
});

describe('a record that two people edit', () => {
  const base = { ...NOBODY, name: 'Ana Ruiz', phone: '(305) 555-0142' };

  it('takes over what a colleague changed, but not where it was changed here too', () => {
    const theirs = { ...base, phone: '(305) 555-0177', email: 'ana@mail.example' };
    const mine = { ...base, phone: '(305) 555-0199' };
    expect(withTheirs(mine, base, theirs)).toEqual({ ...theirs, phone: '(305) 555-0199' });
    expect(changesOf(base, theirs).map(({ field, was, is }) => [field, was, is])).toEqual([
      ['phone', '(305) 555-0142', '(305) 555-0177'],
      ['email', 'none', 'ana@mail.example'],
    ]);
  });

  it('begins a merge with what only one of them says', () => {
    const record = { name: 'Ana', phone: null, email: 'a@mail.example', birth_date: null } as PatientRecord;
    const other = { name: 'Anna', phone: '1', email: 'b@mail.example', birth_date: null } as PatientRecord;
    expect(firstChoice(record, other)).toEqual({ name: 'kept', phone: 'other', email: 'kept', birth_date: 'kept' });
  });

  it('counts years as people do', () => {
    expect(ageOn('1990-04-02', new Date(2026, 3, 1))).toBe(35);
    expect(ageOn('1990-04-02', new Date(2026, 3, 2))).toBe(36);
  });
});
