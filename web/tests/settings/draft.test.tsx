import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '@/api/answer';
import { differencesOf, merged } from '@/features/settings/forms/differences';
import { useDraft, type Part } from '@/features/settings/forms/use-draft';
import { price } from '@/features/settings/words';
import { weekWords } from '@/lib/time/week-hours';

interface Value {
  name: string;
  phone: string;
  cents: number;
}

const FIRST: Part<Value> = { version: 'a', value: { name: 'Glow', phone: '+13055550100', cents: 100 } };
const SECOND: Part<Value> = { version: 'b', value: { ...FIRST.value, phone: '+13055550177' } };

function edit(send: (value: Value, version: string) => Promise<unknown> = () => Promise.resolve()) {
  return renderHook(({ part }) => useDraft(part, send), { initialProps: { part: FIRST } });
}

test('what others change is taken over as long as nothing is edited here', () => {
  const { result, rerender } = edit();
  rerender({ part: SECOND });
  expect(result.current.value).toEqual(SECOND.value);
  expect(result.current.theirs).toBeUndefined();
});

test('whoever edits is told what others have changed, and keeps both', () => {
  const { result, rerender } = edit();
  act(() => result.current.set({ name: 'Glow Two' }));
  rerender({ part: SECOND });
  expect(result.current.theirs).toEqual({ before: FIRST.value, now: SECOND.value });
  act(() => result.current.keepMine());
  expect(result.current.value).toEqual({ ...SECOND.value, name: 'Glow Two' });
  expect(result.current.theirs).toBeUndefined();
});

test('their version can be taken instead', () => {
  const { result, rerender } = edit();
  act(() => result.current.set({ name: 'Glow Two' }));
  rerender({ part: SECOND });
  act(() => result.current.takeTheirs());
  expect(result.current.value).toEqual(SECOND.value);
  expect(result.current.dirty).toBe(false);
});

test('a change that came too late shows what stands, and is saved upon it', async () => {
  const versions: string[] = [];
  const { result } = edit((_, version) => {
    versions.push(version);
    if (version === 'b') return Promise.resolve();
    return Promise.reject(new ApiError(409, 'Changed', undefined, { version: 'b', current: SECOND.value }));
  });
  act(() => result.current.set({ name: 'Glow Two' }));
  await act(() => result.current.save());
  expect(result.current.theirs?.now.phone).toBe('+13055550177');
  act(() => result.current.keepMine());
  await act(() => result.current.save());
  expect(versions).toEqual(['a', 'b']);
});

test('what the server does not accept stands at its field', async () => {
  const errors = { 'value.phone': 'Enter a complete phone number.', 'practice.value.cents': 'Input should be less than 5' };
  const { result } = edit(() => Promise.reject(new ApiError(422, 'Look', undefined, { errors })));
  act(() => result.current.set({ phone: '1' }));
  await act(() => result.current.save());
  expect(result.current.faults).toEqual({ phone: 'Enter a complete phone number.', cents: 'This should be less than 5' });
  expect(result.current.problem).toBe('Look');
});

test('a number that is none is not sent', async () => {
  const { result } = edit(() => Promise.reject(new Error('sent')));
  act(() => result.current.set({ cents: NaN }));
  await act(() => result.current.save());
  expect(result.current.problem).toBe('Check the highlighted fields.');
});

test('differences are told in words', () => {
  const before = { on: true, list: ['a'], days: [{ from: '09:00', to: '12:00' }], note: '' };
  const after = { on: false, list: [], days: [{ from: '10:00', to: '12:00' }], note: '' };
  expect(differencesOf(before, after, { on: 'Book appointments' })).toEqual([
    { field: 'Book appointments', was: 'on', now: 'off' },
    { field: 'list', was: 'a', now: 'nothing' },
    { field: 'days', was: '09:00 12:00', now: '10:00 12:00' },
  ]);
  expect(merged({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 3, b: 3 })).toEqual({ a: 2, b: 3 });
});

test('a week and a price read as people say them', () => {
  const day = (weekday: number) => ({ weekday, begins: '09:00', ends: '18:00' });
  expect(weekWords([...[0, 1, 2, 3, 4].map(day), { weekday: 5, begins: '10:00', ends: '12:30' }])).toEqual([
    'Mon to Fri 9:00 AM to 6:00 PM',
    'Sat 10:00 AM to 12:30 PM',
  ]);
  expect([price(47_500), price(1_250)]).toEqual(['$475', '$12.50']);
});
