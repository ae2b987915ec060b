import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ActivityLog } from '@/features/oversight/audit/activity-log';
import { fold } from '@/features/oversight/audit/folding';
import { readFilters, writeFilters } from '@/features/oversight/audit/filters';
import { actionLabel, outcomeMark, sayEntry } from '@/features/oversight/audit/sentences';
import * as files from '@/lib/save-file';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show } from './show';

const SEARCH = `POST ${CLINIC}/audit/search`;
const entry = (id: string, more: object = {}) => ({
  id,
  at: '2026-07-21T19:05:00Z',
  actor: 'Riley Santos',
  action: 'session.create',
  object_type: 'session',
  object_id: null as string | null,
  objects: 0,
  outcome: 'ok',
  address: null,
  session: null,
  ...more,
});

let office: FakeOffice;
beforeEach(() => {
  const items = [
    entry('aud_3'),
    entry('aud_2', { action: 'clinic.open', outcome: 'denied', object_id: 'cli_9' }),
    entry('aud_4', { actor: 'Elena Marchetti', action: 'member.role', object_id: 'usr_2', objects: 1 }),
    entry('aud_1', { at: '2026-07-20T03:30:00Z', actor: 'Mia', action: 'appointment.create', objects: 12 }),
  ];
  office = new FakeOffice()
    .on(SEARCH, () => ({ json: { items, next_cursor: null, actions: ['session.create', 'clinic.open'] } }))
    .on(`GET ${CLINIC}/members`, () => ({ json: { items: [{ id: 'usr_2', name: 'Riley Santos' }] } }));
});

const page = (address = `/dashboard/${SLUG}/activity`) =>
  show(<ActivityLog slug={SLUG} timeZone="America/New_York" seesPatients />, address);
const lastSearch = () => office.askedOf(SEARCH).at(-1)?.body;

describe('an entry in words', () => {
  const said = (action: string, outcome = 'ok', actor = 'Riley Santos') => sayEntry(entry('aud_1', { actor, action, outcome }), new Map()).sentence;

  it('says who did what', () => {
    expect(said('session.create')).toBe('Riley Santos signed in');
    expect(said('appointment.create', 'ok', 'Mia')).toBe('Mia booked an appointment');
  });

  it('says what was tried where it was refused', () => {
    expect(said('clinic.open', 'denied')).toBe('Riley Santos tried to open the clinic');
    expect(said('session.create', 'denied', 'Not signed in')).toBe('Someone tried to sign in');
  });

  it('says what was done where the outcome only adds to it', () => {
    expect(said('consent.suppress', 'stop')).toBe('Riley Santos recorded an opt-out');
    expect(['ok', 'stop', 'denied', 'factor_due'].map((outcome) => outcomeMark(outcome)?.words)).toEqual([
      undefined,
      'stop',
      'Denied',
      'Second factor required',
    ]);
  });

  it('names the patient or the member whom it is about, where the reader may know', () => {
    const names = new Map([['pat_1', 'Ava Lopez'], ['apt_1', 'Ava Lopez'], ['usr_2', 'Dana Cole']]);
    const about = (action: string, object_id: string | null, more: object = {}) =>
      sayEntry(entry('aud_1', { action, object_id, objects: 1, ...more }), names);
    expect(about('patient.read', 'pat_1')).toEqual({ sentence: 'Riley Santos opened Ava Lopez’s record', about: null });
    expect(about('appointment.moved', 'apt_1').sentence).toBe('Riley Santos moved Ava Lopez’s appointment');
    expect(about('member.role', 'usr_2', { outcome: 'denied' }).sentence).toBe('Riley Santos tried to change Dana Cole’s role');
    expect(about('patient.read', 'pat_9')).toEqual({ sentence: 'Riley Santos viewed patient records', about: 'pat_9' });
    expect(about('patient.read', null, { objects: 25 }).about).toBe('25 records');
  });

  it('stands once for what one person looked at again and again, and never hides a change', () => {
    const read = { action: 'patient.read', object_id: 'pat_1' };
    const lines = fold([
      entry('aud_6', { ...read, at: '2026-07-21T19:06:00Z' }),
      entry('aud_5', { action: 'patient.edit', object_id: 'pat_1' }),
      entry('aud_4', { ...read, at: '2026-07-21T19:04:00Z' }),
      entry('aud_3', { action: 'patient.edit', object_id: 'pat_1' }),
      entry('aud_2', { ...read, actor: 'Dana Cole' }),
      entry('aud_1', { ...read, outcome: 'denied' }),
    ]);
    expect(lines.map(({ entry: { id }, times }) => [id, times])).toEqual([
      ['aud_6', 2], ['aud_5', 1], ['aud_3', 1], ['aud_2', 1], ['aud_1', 1],
    ]);
    expect(lines[0]?.firstAt).toBe('2026-07-21T19:04:00Z');
  });

  it('makes the best of an action that it does not know', () => {
    expect(said('price_list.print')).toBe('Riley Santos did: print price list');
    expect(actionLabel('price_list.print')).toBe('Print price list');
    expect(actionLabel('session.create')).toBe('Sign in');
  });
});

describe('the filters', () => {
  const filters = { action: 'session.create', outcome: 'denied', person: 'usr_2', from: '2026-07-01', to: '2026-07-21' };

  it('stand in the address, which stays bare of those that narrow nothing', () => {
    expect(readFilters(writeFilters(new URLSearchParams(), filters))).toEqual(filters);
    const bare = writeFilters(new URLSearchParams('action=session.create'), { ...filters, action: '', person: '' });
    expect(bare.toString()).toBe('outcome=denied&from=2026-07-01&to=2026-07-21');
  });

  it('take only words, ids and days from an address', () => {
    const read = readFilters(new URLSearchParams('action=DROP TABLE&outcome=<b>&person=Riley&from=2026-02-30&to=x'));
    expect(Object.values(read)).toEqual(['', '', '', '', '']);
  });

  it('count days as the clinic does, the last one included', async () => {
    page(`/dashboard/${SLUG}/activity?from=2026-03-08&to=2026-03-08`);
    await screen.findByText('Riley Santos signed in');
    expect(lastSearch()).toMatchObject({ from: '2026-03-08T05:00:00.000Z', to: '2026-03-09T04:00:00.000Z' });
  });

  it('are asked of the server, from the address and from a choice', async () => {
    const { search } = page(`/dashboard/${SLUG}/activity?outcome=denied`);
    await screen.findByText('Riley Santos signed in');
    expect(lastSearch()).toMatchObject({ outcome: 'denied' });
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Sign in');
    await waitFor(() => expect(lastSearch()).toMatchObject({ outcome: 'denied', action: 'session.create' }));
    expect(search()).toBe('?outcome=denied&action=session.create');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(search()).toBe(''));
  });
});

describe('the list', () => {
  it('goes by the days of the clinic and marks what was refused', async () => {
    page();
    const [first, second] = await screen.findAllByRole('region', { name: /day, July/ });
    expect(first).toHaveAccessibleName('Tuesday, July 21');
    expect(second).toHaveAccessibleName('Sunday, July 19');
    const [, refused] = within(first!).getAllByRole('listitem');
    expect(refused).toHaveTextContent(/3:05 PM.*tried to open the clinic.*Denied.*cli_9/);
    expect(first).toHaveTextContent(/Elena Marchetti changed Riley Santos’s role/);
    expect(second).toHaveTextContent(/Mia booked an appointment.*12 records/);
  });

  it('goes on with earlier entries', async () => {
    office.on(SEARCH, ({ body }) => {
      const later = (body as { cursor?: string }).cursor === 'c1';
      return { json: { items: [entry(later ? 'aud_1' : 'aud_2')], next_cursor: later ? null : 'c1', actions: [] } };
    });
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier entries' }));
    await waitFor(() => expect(screen.getAllByText('Riley Santos signed in')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show earlier entries' })).toBeNull();
  });

  it('says so when nothing fits, and when the reader may not see it', async () => {
    office.on(SEARCH, () => ({ json: { items: [], next_cursor: null, actions: [] } }));
    const empty = page(`/dashboard/${SLUG}/activity?outcome=denied`);
    expect(await screen.findByText('No entries match these filters.')).toBeInTheDocument();
    empty.unmount();
    office.refuse(SEARCH, 403, 'Your role does not allow this.');
    page();
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });
});

describe('the export', () => {
  it('saves a file of what the filters leave', async () => {
    const save = vi.spyOn(files, 'saveFile').mockReturnValue();
    office.on(`POST ${CLINIC}/audit/export`, () => ({ json: 'at,actor' }));
    page(`/dashboard/${SLUG}/activity?person=usr_2`);
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith(`activity-log-${SLUG}.csv`, expect.any(Blob)));
    expect(office.askedOf(`POST ${CLINIC}/audit/export`)[0]?.body).toEqual({ user_id: 'usr_2' });
  });

  it('says why there is none', async () => {
    office.refuse(`POST ${CLINIC}/audit/export`, 429, 'Too many requests');
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Too many requests')).toBeInTheDocument();
  });
});
