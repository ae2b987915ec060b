import { describe, expect, it } from 'vitest';
import { intervalOf } from '@/features/settings/forms/recall-group-field';
import { copiedTo } from '@/features/settings/forms/stretches-field';

const at = (weekday: number, begins: string, ends: string) => ({ weekday, begins, ends });

describe('the hours of a week', () => {
  it('are copied in place of those of other days, and the days stay in order', () => {
    const week = [at(0, '09:00', '12:00'), at(0, '13:00', '18:00'), at(1, '07:00', '08:00'), at(5, '10:00', '14:00')];
    expect(copiedTo(week, 0, [1, 3])).toEqual([
      ...week.slice(0, 2),
      at(1, '09:00', '12:00'),
      at(1, '13:00', '18:00'),
      at(3, '09:00', '12:00'),
      at(3, '13:00', '18:00'),
      at(5, '10:00', '14:00'),
    ]);
  });

  it('of a closed day close the days to which they are copied', () => {
    expect(copiedTo([at(1, '09:00', '12:00')], 0, [1])).toEqual([]);
  });
});

describe('the interval of a recall group', () => {
  it.each([
    [28, '4 weeks'],
    [84, '12 weeks'],
    [105, '15 weeks'],
    [213, '7 months'],
    [365, '12 months'],
    [30, '30 days'],
  ])('of %i days is said as %s', (days, words) => expect(intervalOf(days)).toBe(words));
});
