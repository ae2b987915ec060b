import { describe, expect, test } from 'vitest';
import { columnsOf } from '@/features/schedule/calendar/columns';
import { draftOf, instantOf, offeredOf, placeOf, roomNamesOf, timeOf } from '@/features/schedule/calendar/drafts';
import { hoursOf, isIrregular, lanesOf, marksOf, scaleOf, snap } from '@/features/schedule/calendar/scale';
import { moved } from '@/features/schedule/calendar/use-changes';
import { readView, weekOf, writeView } from '@/features/schedule/calendar/view';
import { minutesOfDay, wallClock } from '@/lib/time/day-bounds';
import { DATA, VISIT, ZONE } from './a-day';

const HOUR = 3_600_000;
const ALL = { from: 0, to: 24 };
const SPRING = '2026-03-08';
const AUTUMN = '2026-11-01';

describe('days on which the clocks change', () => {
  test('have 23 and 25 hours, and the others 24', () => {
    const hours = (day: string) => (scaleOf(day, ALL, ZONE).end - scaleOf(day, ALL, ZONE).start) / HOUR;
    expect([SPRING, '2026-03-09', AUTUMN, '2026-06-30'].map(hours)).toEqual([23, 24, 25, 24]);
  });

  test('leave out the hour that is skipped, and name the one that comes twice with its zone', () => {
    const labels = (day: string) => marksOf(scaleOf(day, ALL, ZONE), ZONE).map(({ label }) => label);
    expect(labels(SPRING).slice(0, 4)).toEqual(['12 AM', '1 AM', '3 AM', '4 AM']);
    expect(labels(AUTUMN).slice(0, 4)).toEqual(['12 AM', '1 AM EDT', '1 AM EST', '2 AM']);
  });

  test('are odd only where the change lies within what is drawn', () => {
    expect(isIrregular(scaleOf(SPRING, ALL, ZONE), ZONE)).toBe(true);
    expect(isIrregular(scaleOf(SPRING, { from: 8, to: 18 }, ZONE), ZONE)).toBe(false);
  });

  test('every quarter hour around a change comes back from its clock time, but for the second of those that come twice', () => {
    let twice = 0;
    const quarters = [SPRING, AUTUMN].flatMap((day) => Array.from({ length: 2 * 96 }, (_, n) => wallClock(day, -720, ZONE) + (n * HOUR) / 4));
    for (const at of quarters) {
      const draft = draftOf({ starts_at: new Date(at).toISOString(), provider_id: 'prv_1', room_id: null }, ZONE);
      const back = Date.parse(instantOf(draft.date, draft.time, ZONE)!);
      if (back !== at) {
        expect(at - back).toBe(HOUR);
        twice += 1;
      }
    }
    expect(twice).toBe(4);
  });

  test('wall clock and minutes of the day agree around the change', () => {
    for (const day of [SPRING, AUTUMN, '2026-07-04']) {
      for (const minutes of [0, 60, 240, 14 * 60 + 30, 23 * 60 + 45]) {
        expect(minutesOfDay(wallClock(day, minutes, ZONE), ZONE)).toBe(minutes);
      }
    }
    expect(timeOf(wallClock(SPRING, 9 * 60, ZONE), ZONE)).toBe('09:00');
  });
});

describe('the grid', () => {
  test('spans the hours in which something lies, and a working day when nothing does', () => {
    const stretch = { starts_at: '2026-03-26T13:30:00Z', ends_at: '2026-03-26T22:00:00Z' };
    expect(hoursOf([stretch], ZONE)).toEqual({ from: 8, to: 19 });
    expect(hoursOf([], ZONE)).toEqual({ from: 8, to: 18 });
  });

  test('puts what overlaps side by side, in as few lanes as it takes', () => {
    const at = (start: number, end: number) => ({ start, end });
    expect(lanesOf([at(0, 3), at(1, 2), at(2, 4), at(4, 5)])).toEqual([
      { lane: 0, lanes: 2 },
      { lane: 1, lanes: 2 },
      { lane: 1, lanes: 2 },
      { lane: 0, lanes: 1 },
    ]);
  });

  test('holds on quarter hours, and within the day', () => {
    const scale = scaleOf('2026-03-26', { from: 9, to: 18 }, ZONE);
    expect(snap(scale, scale.start + 8 * 60_000, HOUR)).toBe(scale.start + 15 * 60_000);
    expect(snap(scale, scale.start - HOUR, HOUR)).toBe(scale.start);
    expect(snap(scale, scale.end, HOUR)).toBe(scale.end - HOUR);
  });
});

describe('the address', () => {
  test('says all of the view, and nothing for the defaults', () => {
    const view = readView(new URLSearchParams('view=week&date=2026-03-26&by=room&provider=prv_1&hours=all&other=1'));
    expect(view).toMatchObject({ mode: 'week', date: '2026-03-26', by: 'room', provider: 'prv_1', location: null, full: true });
    const params = writeView(new URLSearchParams('other=1'), view);
    expect(readView(params)).toEqual(view);
    expect(params.get('other')).toBe('1');
    expect(writeView(new URLSearchParams(), readView(new URLSearchParams('view=x&date=2026-02-30'))).toString()).toBe('');
  });

  test('says whom to book by an id, never by a name', () => {
    const book = (query: string) => readView(new URLSearchParams(query)).book;
    expect([book('book=pat_01h'), book('book=new'), book('book=Ana Ruiz'), book('')]).toEqual(['pat_01h', 'new', null, null]);
    expect(writeView(new URLSearchParams('book=pat_01h'), { ...readView(new URLSearchParams()), book: null }).toString()).toBe('');
  });

  test('weeks begin on Sundays', () => {
    expect([weekOf('2026-03-26'), weekOf('2026-03-22'), weekOf('2026-03-28')]).toEqual(Array(3).fill('2026-03-22'));
  });
});

test('rooms of the same name are told apart by their location, where there are several', () => {
  const rooms = ['loc_1', 'loc_2'].map((place) => ({ id: `rom_${place}`, name: 'Room 1', location_id: place }));
  const locations = [DATA.locations[0]!, { id: 'loc_2', name: 'Downtown Branch' }];
  expect([...roomNamesOf({ rooms, locations }).values()]).toEqual(['Room 1, Main Office', 'Room 1, Downtown Branch']);
  expect([...roomNamesOf(DATA).values()]).toEqual(['A', 'B']);
});

describe('columns', () => {
  const shown = (query: string) => columnsOf(DATA, readView(new URLSearchParams(query))).columns;

  test('of a day are who works, or the rooms; of a week its days', () => {
    expect(shown('').map(({ title, visits }) => [title, visits.length])).toEqual([
      ['Dr. Reyes', 1],
      ['Nurse Kim', 0],
    ]);
    expect(shown('by=room').map(({ title, blocks }) => [title, blocks.length])).toEqual([
      ['A', 0],
      ['B', 1],
    ]);
    expect(shown('view=week').map(({ title, note, isToday }) => [title, note, isToday])).toEqual([['Thursday', 'March 26', true]]);
  });

  test('are added for visits with a provider, or in a room, who is offered no more', () => {
    const former = { ...VISIT, id: 'apt_2', provider_id: 'prv_9', provider: 'Dr. Stone', room_id: 'rom_9' };
    const data = { ...DATA, visits: [VISIT, former] };
    const last = (query: string) => columnsOf(data, readView(new URLSearchParams(query))).columns.at(-1);
    expect(last('')).toMatchObject({ title: 'Dr. Stone', note: 'Retired', visits: [former], providerId: null });
    expect(last('by=room')).toMatchObject({ title: 'Retired room', note: 'Main Office', visits: [former], roomId: null });
    expect(offeredOf(draftOf(former, ZONE), data)).toMatchObject({ time: '14:00', provider: '', room: '' });
    expect(offeredOf(draftOf(VISIT, ZONE), data)).toMatchObject({ provider: 'prv_1', room: 'rom_1' });
    expect(offeredOf(draftOf(VISIT, ZONE), { ...data, locations: [] })).toMatchObject({ provider: 'prv_1', room: '' });
  });

  test('show whoever was asked for, also when they are off', () => {
    expect(shown('provider=prv_3').map(({ title, note }) => [title, note])).toEqual([['Lee', 'Off today']]);
    expect(shown('view=week&provider=prv_2')[0]).toMatchObject({ providerId: 'prv_2', visits: [] });
  });
});

test('a visit that is moved stands in its new place before the server answers', () => {
  const place = { starts_at: '2026-03-26T19:15:00Z', provider_id: 'prv_2', room_id: null };
  const [visit] = moved(DATA, { visit: VISIT, place }).visits;
  expect(visit).toMatchObject({
    starts_at: '2026-03-26T19:15:00.000Z',
    ends_at: '2026-03-26T19:45:00.000Z',
    provider: 'Nurse Kim',
    room_id: 'rom_1',
  });
});

test('a form that is not complete is no place', () => {
  expect(placeOf({ date: '', time: '09:00', provider: 'prv_1', room: '' }, ZONE)).toBeNull();
  expect(placeOf({ date: '2026-03-26', time: '', provider: 'prv_1', room: '' }, ZONE)).toBeNull();
});
