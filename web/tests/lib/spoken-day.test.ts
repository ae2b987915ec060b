import { expect, test } from 'vitest';
import { spokenBooking, spokenDay } from '@/lib/time/spoken-day';

const TUESDAY = '2026-11-24';

test('a day is said as people say it, and is never in the past', () => {
  const days = ['today', 'Tomorrow', 'thursday', 'Mon', 'tue', '12/3', '1/5'].map((word) => spokenDay(word, TUESDAY));
  expect(days).toEqual([TUESDAY, '2026-11-25', '2026-11-26', '2026-11-30', TUESDAY, '2026-12-03', '2027-01-05']);
  expect(['th', '13/40', 'Ava', ''].map((word) => spokenDay(word, TUESDAY))).toEqual([null, null, null, null]);
});

test('a wish to book says whom and on which day', () => {
  const wish = (typed: string) => spokenBooking(typed, TUESDAY);
  expect(wish('book Ava Thursday')).toEqual({ who: 'Ava', day: '2026-11-26' });
  expect(wish('Book Ava Moss on 12/3')).toEqual({ who: 'Ava Moss', day: '2026-12-03' });
  expect(wish('book Ava')).toEqual({ who: 'Ava', day: null });
  expect(['book', 'books Ava', 'Ava Thursday', ''].map(wish)).toEqual([null, null, null, null]);
});
