import { expect, test } from 'vitest';
import { amountOf, centsOf } from '@/features/schedule/calendar/visit/price';

test('a price is read as people write it, to the cent, and anything else is none', () => {
  expect(['450', ' $1,449.5 ', '0', '449.99'].map(centsOf)).toEqual([45_000, 144_950, 0, 44_999]);
  expect(['', '-1', '4.999', 'free', '1e3', '12345678'].map(centsOf)).toEqual([null, null, null, null, null, null]);
  expect([45_000, 44_950, 0].map(amountOf)).toEqual(['450', '449.50', '0']);
});
