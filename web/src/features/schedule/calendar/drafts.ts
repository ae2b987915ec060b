import { dayIn } from '@/lib/time/clinic-time';
import { minutesOfDay, wallClock } from '@/lib/time/day-bounds';
import type { PlaceDraft } from './book/place-fields';
import type { Block, CalendarData, Place } from './queries';
import { RETIRED_ROOM } from './words';

/** `14:05` on the clocks of a zone. */
export function timeOf(instant: number, timeZone: string): string {
  const minutes = minutesOfDay(instant, timeZone);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The instant of a day and a time (`14:05`) on the clocks of a zone, as ISO 8601; null while either is missing. */
export function instantOf(date: string, time: string, timeZone: string): string | null {
  const [hours, minutes] = time.split(':').map(Number);
  if (!date || hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return null;
  return new Date(wallClock(date, hours * 60 + minutes, timeZone)).toISOString();
}

/** A place as its form shows it. */
export function draftOf(place: Place, timeZone: string): PlaceDraft {
  const at = Date.parse(place.starts_at);
  return {
    date: dayIn(timeZone, new Date(at)),
    time: timeOf(at, timeZone),
    provider: place.provider_id,
    room: place.room_id ?? '',
  };
}

/** A draft without what is no longer offered: another provider or room is to be chosen. */
export function offeredOf(draft: PlaceDraft, data: CalendarData): PlaceDraft {
  const kept = (id: string, offered: readonly { id: string }[]) => (offered.some((one) => one.id === id) ? id : '');
  return { ...draft, provider: kept(draft.provider, data.providers), room: kept(draft.room, roomsOffered(data)) };
}

/** The rooms of the locations that there still are, and where each is. */
export function roomsOffered({ rooms, locations }: CalendarData): { id: string; name: string; place: string }[] {
  const places = new Map(locations.map(({ id, name }) => [id, name]));
  return rooms.flatMap(({ id, name, location_id: at }) => {
    const place = places.get(at);
    return place === undefined ? [] : [{ id, name, place }];
  });
}

/** What each room is called: with its location, where a practice has several, as "Room 1" may be in each of them. */
export function roomNamesOf({ rooms, locations }: Pick<CalendarData, 'rooms' | 'locations'>): Map<string, string> {
  const places = new Map(locations.map(({ id, name }) => [id, name]));
  const place = (at: string) => (locations.length > 1 ? places.get(at) : undefined);
  return new Map(rooms.map(({ id, name, location_id: at }) => [id, [name, place(at)].filter(Boolean).join(', ')]));
}

/** Whose time is blocked, or which room. */
export function blockedOf({ provider_id: provider, room_id: room }: Pick<Block, 'provider_id' | 'room_id'>, data: CalendarData): string {
  const name = provider ? data.providers.find(({ id }) => id === provider)?.name : roomNamesOf(data).get(room ?? '');
  return name ?? (provider ? 'Retired provider' : RETIRED_ROOM);
}

/** The place that a form says; null while it is not complete. */
export function placeOf({ date, time, provider, room }: PlaceDraft, timeZone: string): Place | null {
  const starts = instantOf(date, time, timeZone);
  return starts && provider ? { starts_at: starts, provider_id: provider, room_id: room || null } : null;
}
