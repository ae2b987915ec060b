import { describe, expect, it } from 'vitest';
import { dayIn, isDay, longTimestamp, minutesAndSeconds, shiftDay, timeAgo } from '@/lib/time/clinic-time';
import { deviceName } from '@/lib/device-name';
import { dollars, percent, whole } from '@/lib/figures';
import { readablePhone } from '@/lib/phone';
import { loginAddress, returnPath } from '@/lib/session/return-path';
import { timeLeft } from '@/lib/time/time-left';

const MIAMI = 'America/New_York';

describe('times as staff read them', () => {
  it('are a long US date, an em dash and a 12-hour time in the zone of the clinic', () => {
    expect(longTimestamp('2025-07-21T19:05:00Z', MIAMI)).toBe('July 21, 2025 — 3:05 PM');
    expect(longTimestamp('2026-01-02T04:00:00Z', MIAMI)).toBe('January 1, 2026 — 11:00 PM');
    expect(longTimestamp('2026-01-02T17:00:00Z', MIAMI)).toBe('January 2, 2026 — 12:00 PM');
  });

  it('take the day of the clinic, not of the reader', () => {
    expect(dayIn(MIAMI, new Date('2026-03-01T03:00:00Z'))).toBe('2026-02-28');
  });

  it('step from day to day over months, leap days and clock changes', () => {
    expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
    expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
    expect(shiftDay('2026-03-08', 1)).toBe('2026-03-09');
    expect(shiftDay('2026-11-01', 1)).toBe('2026-11-02');
  });

  it('refuse what is no day', () => {
    expect(['2026-02-30', '2026-13-01', 'tomorrow', '26-1-1', ''].filter(isDay)).toEqual([]);
    expect(isDay('2026-02-28')).toBe(true);
  });

  it('say how long ago in minutes, then hours, then by date', () => {
    const now = Date.parse('2026-07-21T12:00:00Z');
    const ago = (instant: string) => timeAgo(instant, MIAMI, now);
    expect(ago('2026-07-21T11:59:30Z')).toBe('just now');
    expect(ago('2026-07-21T11:48:00Z')).toBe('12 min ago');
    expect(ago('2026-07-21T09:00:00Z')).toBe('3 h ago');
    expect(ago('2026-07-20T11:00:00Z')).toBe('July 20, 2026');
  });

  it('say how long until in minutes, hours, days, then by date', () => {
    const now = Date.parse('2026-07-21T12:00:00Z');
    const left = (instant: string) => timeLeft(instant, MIAMI, now);
    expect(left('2026-07-21T12:00:30Z')).toBe('within a minute');
    expect(left('2026-07-21T12:12:30Z')).toBe('in 12 min');
    expect(left('2026-07-22T15:00:30Z')).toBe('in 27 h');
    expect(left('2026-07-24T12:00:00Z')).toBe('in 3 days');
    expect(left('2026-10-19T12:00:00Z')).toBe('October 19, 2026');
  });

  it('count a transcript in minutes and seconds', () => {
    expect([0, 59.6, 65, 600].map(minutesAndSeconds)).toEqual(['0:00', '1:00', '1:05', '10:00']);
  });
});

describe('a device in words', () => {
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';
  const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1';

  it('is its browser and its system', () => {
    expect(deviceName(CHROME)).toBe('Chrome on Linux');
    expect(deviceName(`${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0')} Edg/146.0`)).toBe('Edge on Windows');
    expect(deviceName(SAFARI)).toBe('Safari on iPhone');
  });

  it('is the name of a program, or unknown', () => {
    expect(deviceName('python-httpx/0.28')).toBe('python-httpx');
    expect(deviceName('')).toBe('Unknown device');
  });
});

describe('figures', () => {
  it('are grouped, and in dollars show cents only where there are any', () => {
    expect(whole(1284)).toBe('1,284');
    expect(percent(61.4)).toBe('61.4%');
    expect(percent(0)).toBe('0.0%');
    expect(dollars(15_488_000)).toBe('$154,880');
    expect(dollars(50_050)).toBe('$500.50');
    expect(dollars(-123_456_709)).toBe('-$1,234,567.09');
    expect([0, 999, 1000, 1_234_567].map(whole)).toEqual(['0', '999', '1,000', '1,234,567']);
  });

  it('write North American phones one way and leave others alone', () => {
    expect(['+13055550142', '305-555-0142', '(305) 555-0142'].map(readablePhone)).toEqual(
      Array(3).fill('(305) 555-0142'),
    );
    expect(readablePhone('+44 20 7946 0018')).toBe('+44 20 7946 0018');
  });
});

describe('the way back after a login', () => {
  it('is a path of this site', () => {
    expect(returnPath('?next=%2Fdashboard%2Fdowntown-medspa%3Factivity%3Dact_1')).toBe(
      '/dashboard/downtown-medspa?activity=act_1',
    );
    expect(returnPath(loginAddress('/dashboard?a=1&b=2').replace('/login', ''))).toBe('/dashboard?a=1&b=2');
  });

  it('is never another site, however it is written, and never the login itself', () => {
    const others = ['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'javascript:1', ''];
    expect(others.map((next) => returnPath(`?next=${encodeURIComponent(next)}`))).toEqual(others.map(() => null));
    expect(['/login', '/login?next=/login', '/login/'].map((n) => returnPath(`?next=${encodeURIComponent(n)}`))).toEqual(
      [null, null, null],
    );
    expect(returnPath('')).toBeNull();
  });
});
