import { expect, it } from 'vitest';
import type { PatientImport, TreatmentName } from '@/features/patients/imports/queries';
import { asksConsent, consentNotes, importWords, nameNote, unchanged, unsaid } from '@/features/patients/imports/words';

const name = (values: Partial<TreatmentName>): TreatmentName => ({ name: 'Tox', rows: 1, meaning: 'skip', why: null, ...values });
const made = (counts: Record<string, number>) => ({ counts }) as PatientImport;

it('says what the import does', () => {
  expect(importWords(made({ new: 1 }))).toBe('Import 1 new patient');
  expect(importWords(made({ new: 1200, updated: 2, visits: 9 }))).toBe('Import 1,200 new patients, update 2');
  expect(importWords(made({ updated: 1, visits: 9 }))).toBe('Update 1 patient');
  expect(importWords(made({ visits: 2 }))).toBe('Import 2 visits');
  expect(importWords(made({ opted_out: 2 }))).toBe('Import consent and opt-outs');
  expect(importWords(made({ matched: 3, refused: 2 }))).toBeNull();
  expect(unchanged(made({ matched: 3, updated: 1 }))).toBe(2);
});

it('says what the file says of consent', () => {
  expect(consentNotes(made({}))).toEqual([]);
  expect(consentNotes(made({ agreed: 1, declined: 2, stands: 3 }))).toEqual([
    '1 row with consent: recorded with this file as its source.',
    '2 rows with a no: Mia won’t contact these people that way.',
    '3 rows with a yes from someone who declined or opted out: their no stands.',
  ]);
  expect(['texts', 'emails_marketing', 'no_calls', 'phone'].map(asksConsent)).toEqual([true, true, false, false]);
});

it('says in how many rows a treatment stands, and why it is taken for what it is', () => {
  expect(nameNote(name({ rows: 3, why: 'similar' }))).toBe('3 rows · similar to a service');
  expect(nameNote(name({ why: 'remembered' }))).toBe('1 row · as in your last import');
  expect(nameNote(name({}))).toBe('1 row');
});

it('sends only what was chosen otherwise than it stands', () => {
  const names = [name({ name: 'Tox' }), name({ name: 'Peel', meaning: 'svc_1' }), name({ name: 'Dust' })];
  expect(unsaid(names, {})).toEqual({});
  expect(unsaid(names, { Tox: 'skip', Peel: 'keep', Gone: 'keep' })).toEqual({ Peel: 'keep' });
});
