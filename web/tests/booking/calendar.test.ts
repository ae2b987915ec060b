import { describe, expect, it } from 'vitest';
import { calendarDays, slotsByDay, wholeTime } from '@/features/schedule/booking/openings';
import { timeZones, zoneName } from '@/lib/time/time-zones';

const slot = (startsAt: string) => ({ startsAt, token: startsAt });

describe('the days of the calendar', () => {
  it('are five whole weeks from a Sunday', () => {
    const days = calendarDays('2026-11-21');
    expect([days.length, days[0], days.at(-1)]).toEqual([35, '2026-11-15', '2026-12-19']);
  });

  it.each(['2026-11-21', '2026-11-22', '2026-12-31'])('hold the four weeks from %s', (today) => {
    const end = new Date(Date.parse(`${today}T12:00:00Z`) + 28 * 86_400_000).toISOString().slice(0, 10);
    expect(calendarDays(today)).toEqual(expect.arrayContaining([today, end]));
  });

  it('are those of the zone in which they are read', () => {
    const late = [slot('2026-11-25T01:30:00Z')];
    expect([...slotsByDay(late, 'America/New_York').keys()]).toEqual(['2026-11-24']);
    expect([...slotsByDay(late, 'Europe/Berlin').keys()]).toEqual(['2026-11-25']);
  });
});

describe('times and zones', () => {
  it('are said in full, with the zone', () => {
    expect(wholeTime('2026-11-24T19:30:00Z', 'America/New_York')).toBe('Tuesday, November 24 at 2:30 PM EST');
  });

  it('have names that people use', () => {
    expect(zoneName('America/New_York')).toBe('Eastern Time (New York)');
  });

  it('offer each zone once', () => {
    const { home, world } = timeZones();
    expect(new Set([...home, ...world]).size).toBe(home.length + world.length);
    expect(world).toContain('Europe/Berlin');
  });
});
