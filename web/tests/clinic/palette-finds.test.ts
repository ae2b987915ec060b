import { beforeEach, describe, expect, it } from 'vitest';
import { find, type Reader } from '@/app/clinic/palette-finds';
import { CLINIC, FakeOffice, SLUG } from './fake-office';

const ALL: Reader['permissions'] = ['patients.read', 'appointments.read', 'appointments.write', 'transcripts.read'];
const reader = (...permissions: Reader['permissions']): Reader => ({ slug: SLUG, timezone: 'America/New_York', permissions });
let office: FakeOffice;

beforeEach(() => {
  office = new FakeOffice();
  const ana = { id: 'pat_1', name: 'Ana Ruiz', phone: '+13055550142' };
  office.on(`POST ${CLINIC}/patients/search`, () => ({ json: { items: [ana, { id: 'pat_2', name: 'Ana Soto', phone: null }] } }));
  const visit = (id: string, patient_name: string) => ({ id, patient_name, service: 'Botox', starts_at: '2026-11-24T19:30:00Z' });
  office.on(`GET ${CLINIC}/calendar`, () => ({ json: { visits: [visit('apt_1', 'Ana Ruiz'), visit('apt_2', 'Bo Lind')] } }));
  const thread = { id: 'thr_1', name: null, phone: '+13055550199' };
  const next = { id: 'apt_9', service: 'Filler', provider: 'Dr. Reyes', starts_at: '2027-01-12T19:30:00Z' };
  office.on(`GET ${CLINIC}/patients/pat_1/record`, () => ({ json: { next_visit: next } }));
  office.refuse(`GET ${CLINIC}/patients/pat_2/record`, 404);
  office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [thread, { ...thread, id: 'thr_2', name: 'Ana Ruiz' }] } }));
});

describe('the palette', () => {
  it('finds patients, their visits of the week and the next one, and their conversations, each with its own address', async () => {
    const found = await find(reader(...ALL), 'ana');
    expect(found.map(({ label, note }) => [label, note])).toEqual([
      ['Ana Ruiz', 'Patient, (305) 555-0142'],
      ['Book Ana Ruiz', undefined],
      ['Call Ana Ruiz', '(305) 555-0142'],
      ['Ana Soto', 'Patient'],
      ['Ana Ruiz, Botox', 'Tuesday, November 24, 2:30 PM'],
      ['Ana Ruiz, Filler', 'Tuesday, January 12, 2:30 PM'],
      ['Messages with (305) 555-0199', 'Conversation'],
      ['Messages with Ana Ruiz', 'Conversation'],
    ]);
    expect(found[4]?.to).toBe(`/dashboard/${SLUG}/calendar?date=2026-11-24&visit=apt_1`);
    expect(found[5]?.to).toBe(`/dashboard/${SLUG}/calendar?date=2027-01-12&visit=apt_9`);
    expect(office.asked.every(({ search }) => !search.includes('ana'))).toBe(true);
  });

  it('books who is named, on the day that is named or none', async () => {
    const [first, second] = await find(reader(...ALL), 'book ana');
    expect([first?.label, first?.to]).toEqual(['Book Ana Ruiz', `/dashboard/${SLUG}/calendar?book=pat_1`]);
    expect(second?.note).toBe('');
    const [dated] = await find(reader(...ALL), 'book ana friday');
    expect(dated?.label).toMatch(/^Book Ana Ruiz on Friday, /);
    expect(dated?.to).toMatch(/book=pat_1&date=\d{4}-\d\d-\d\d$/);
  });

  it('calls and texts who is named, and without a number leads to their record', async () => {
    const [written, lacking] = await find(reader(...ALL, 'patients.contact'), 'text ana');
    expect([written?.label, written?.to]).toEqual(['Text Ana Ruiz', `/dashboard/${SLUG}/messages?to=pat_1&by=sms`]);
    expect([lacking?.note, lacking?.to]).toEqual(['No phone number on file', `/dashboard/${SLUG}/patients/pat_2`]);
    const [called] = await find(reader('patients.read'), 'Call ana');
    expect([called?.label, called?.to, typeof called?.run]).toEqual(['Call Ana Ruiz', undefined, 'function']);
    expect(await find(reader('patients.read'), 'text ana')).toEqual([]);
  });

  it('asks for nothing that the reader’s role does not open', async () => {
    expect(await find(reader(), 'ana')).toEqual([]);
    expect(await find(reader('appointments.write'), 'book ana')).toEqual([]);
    expect(office.asked).toEqual([]);
  });
});
