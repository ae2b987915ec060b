import { expect, it } from 'vitest';
import type { TreatmentName } from '@/features/patients/imports/queries';
import { nameNote, unsaid } from '@/features/patients/imports/words';

const name = (values: Partial<TreatmentName>): TreatmentName => ({ name: 'Tox', rows: 1, meaning: 'skip', why: null, ...values });

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
