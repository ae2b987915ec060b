import { weekdayAndDate } from '@/lib/time/clinic-time';
import type { Block, CalendarData, Visit } from './queries';
import { hoursOf, scaleOf, type DayScale, type Hours } from './scale';
import type { View } from './view';
import { RETIRED_ROOM } from './words';

/** One column of the grid: a provider's or a room's day, or a day of the week. */
export interface Column {
  key: string;
  title: string;
  note: string;
  day: string;
  scale: DayScale;
  /** What a visit that is dropped here gets; null leaves it as it is. */
  providerId: string | null;
  roomId: string | null;
  /** Stretches in which someone of this column works. */
  working: { start: number; end: number }[];
  visits: Visit[];
  blocks: Block[];
  isToday: boolean;
  closed: string | null;
}

type Filter = Pick<View, 'provider' | 'location' | 'room'>;

/** The visits that a filter leaves, in order. */
export function visitsOf(data: CalendarData, { provider, location, room }: Filter): Visit[] {
  return data.visits.filter(
    (visit) =>
      (!provider || visit.provider_id === provider) &&
      (!location || visit.location_id === location) &&
      (!room || visit.room_id === room),
  );
}

/** The blocked time that a filter leaves: a provider's stands in no room's way. */
export function blocksOf(data: CalendarData, { provider, location, room }: Filter): Block[] {
  const placeOf = new Map(data.rooms.map(({ id, location_id: place }) => [id, place]));
  return data.blocks.filter((block) =>
    block.provider_id
      ? !room && (!provider || block.provider_id === provider)
      : !provider && (!room || block.room_id === room) && (!location || placeOf.get(block.room_id ?? '') === location),
  );
}

/** The columns that a view shows, and the hours on the wall that they span. */
export function columnsOf(data: CalendarData, view: View): { columns: Column[]; hours: Hours } {
  const visits = visitsOf(data, view);
  const blocks = blocksOf(data, view);
  const working = data.days.flatMap((day) => day.working);
  const short = blocks.filter(({ starts_at: start, ends_at: end }) => Date.parse(end) - Date.parse(start) < 12 * 3_600_000);
  const hours = view.full ? { from: 0, to: 24 } : hoursOf([...working, ...visits, ...short], data.timezone);
  const columns = view.mode === 'week' ? daysOf(data, view, visits, blocks, hours) : resourcesOf(data, view, visits, blocks, hours);
  return { columns, hours };
}

function daysOf(data: CalendarData, view: View, visits: Visit[], blocks: Block[], hours: Hours): Column[] {
  return data.days.map((day) => {
    const scale = scaleOf(day.date, hours, data.timezone);
    const [weekday = '', date = ''] = weekdayAndDate(day.date).split(', ');
    return {
      key: day.date,
      title: weekday,
      note: date,
      day: day.date,
      scale,
      providerId: view.provider,
      roomId: view.room,
      working: day.working
        .filter((one) => (!view.provider || one.provider_id === view.provider) && (!view.location || one.location_id === view.location))
        .map(stretch),
      visits: visits.filter(within(scale)),
      blocks: blocks.filter(within(scale)),
      isToday: day.date === data.today,
      closed: day.closed,
    };
  });
}

function resourcesOf(data: CalendarData, view: View, visits: Visit[], blocks: Block[], hours: Hours): Column[] {
  const day = data.days[0];
  if (!day) return [];
  const scale = scaleOf(day.date, hours, data.timezone);
  const places = new Map(data.locations.map(({ id, name }) => [id, name]));
  const common = { day: day.date, scale, isToday: day.date === data.today, closed: day.closed };
  if (view.by === 'room') {
    return withRetired(data.rooms, visits, (visit) => ({ id: visit.room_id, name: RETIRED_ROOM, location_id: visit.location_id }))
      .filter((room) => (!view.room || room.id === view.room) && (!view.location || room.location_id === view.location))
      .map((room) => ({
        ...common,
        key: room.id,
        title: room.name,
        note: places.get(room.location_id) ?? '',
        providerId: null,
        roomId: room.retired ? null : room.id,
        working: day.working.filter(({ location_id: place }) => place === room.location_id).map(stretch),
        visits: visits.filter(({ room_id: id }) => id === room.id),
        blocks: blocks.filter(({ room_id: id }) => id === room.id),
      }));
  }
  return withRetired<{ id: string; name: string }>(data.providers, visits, (visit) => ({ id: visit.provider_id, name: visit.provider }))
    .filter((provider) => !view.provider || provider.id === view.provider)
    .map((provider) => {
      const shifts = day.working.filter((one) => one.provider_id === provider.id && (!view.location || one.location_id === view.location));
      return {
        ...common,
        key: provider.id,
        title: provider.name,
        note: provider.retired ? 'Retired' : [...new Set(shifts.map(({ location_id: place }) => places.get(place)))].join(', ') || 'Off today',
        providerId: provider.retired ? null : provider.id,
        roomId: null,
        working: shifts.map(stretch),
        visits: visits.filter(({ provider_id: id }) => id === provider.id),
        blocks: blocks.filter(({ provider_id: id }) => id === provider.id),
      };
    })
    .filter(({ working, visits: own, blocks: shut }) => view.provider || working.length + own.length + shut.length > 0);
}

/** What is offered, and after it whatever is no longer offered and still has visits: no one's patient is left out. */
function withRetired<One extends { id: string }>(offered: readonly One[], visits: Visit[], of: (visit: Visit) => One): (One & { retired: boolean })[] {
  const known = new Set(offered.map(({ id }) => id));
  const retired = new Map(visits.map(of).filter(({ id }) => !known.has(id)).map((one) => [one.id, one]));
  return [...offered.map((one) => ({ ...one, retired: false })), ...[...retired.values()].map((one) => ({ ...one, retired: true }))];
}

function stretch({ starts_at: start, ends_at: end }: { starts_at: string; ends_at: string }) {
  return { start: Date.parse(start), end: Date.parse(end) };
}

function within({ start, end }: DayScale) {
  return (one: { starts_at: string; ends_at: string }) => Date.parse(one.starts_at) < end && Date.parse(one.ends_at) > start;
}
