import { expect, test } from 'vitest';
import { faultsOf, trimmed } from '@/features/settings/teaching/case-value';
import type { CaseValue } from '@/features/settings/teaching/queries';

const CASE: CaseValue = {
  should: 'Say that we are closed.',
  lines: [
    { role: 'assistant', text: 'Hi, I’m Mia.' },
    { role: 'user', text: 'Saturday?' },
  ],
  task: '',
  hears: [],
  never: [],
};

test('empty lines and phrases are left out', () => {
  const typed = { ...CASE, should: ' Close. ', lines: [...CASE.lines, { role: 'user' as const, text: ' ' }], hears: [' closed ', ''] };
  expect(trimmed(typed)).toEqual({ ...CASE, should: 'Close.', hears: ['closed'] });
});

test('a case needs a goal and something that the patient said', () => {
  expect(faultsOf(CASE)).toEqual({});
  expect(Object.keys(faultsOf({ ...CASE, should: ' ' }))).toEqual(['should']);
  expect(Object.keys(faultsOf({ ...CASE, lines: [{ role: 'assistant', text: 'Hi' }, { role: 'user', text: ' ' }] }))).toEqual(['lines']);
});

test('a phrase that is too long is told where it stands', () => {
  expect(Object.keys(faultsOf({ ...CASE, never: ['', 'x'.repeat(201)] }))).toEqual(['never.1']);
});
