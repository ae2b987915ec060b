import type { components } from '@/api/schema';

/** A free time; `token` books it, if no one is faster. */
export interface Slot {
  /** ISO 8601 instant. */
  startsAt: string;
  token: string;
}

export interface Openings {
  service: string;
  minutes: number;
  slots: Slot[];
}

/** What the form asks for; `timeZone` is the one that the visitor reads times in. */
export interface Guest {
  name: string;
  email: string;
  practice: string;
  phone: string;
  adult: boolean;
}

export type GuestField = keyof Guest;

export interface Demo {
  id: string;
  status: string;
  startsAt: string;
  endsAt: string;
  service: string;
  provider: string;
  location: string;
  cancelToken: string;
  /** In iCalendar; only of a demo that has just been booked. */
  calendarFile: string | null;
}

/** Refused, with a reason for the visitor. */
export class BookingRefused extends Error {
  constructor(
    reason: string,
    readonly status: number,
    /** What is wrong, by field of the form. */
    readonly fields: Partial<Record<GuestField, string>> = {},
  ) {
    super(reason);
  }
}

/** The time is gone; `slots` are the nearest free ones. */
export class SlotTaken extends Error {
  constructor(readonly slots: Slot[]) {
    super('This time was just taken.');
  }
}

const UNREACHABLE = 'Couldn’t reach the calendar. Check your connection and try again.';

type RawSlot = components['schemas']['SlotOut'];
type RawDemo = components['schemas']['DemoOut'];
type RawOpenings = components['schemas']['AvailabilityOut'];

interface RawProblem {
  detail?: string;
  errors?: Partial<Record<GuestField, string>>;
  slots?: RawSlot[] | null;
}

const slotOf = (raw: RawSlot): Slot => ({ startsAt: raw.starts_at, token: raw.token });

const demoOf = (raw: RawDemo): Demo => ({
  id: raw.id,
  status: raw.status,
  startsAt: raw.starts_at,
  endsAt: raw.ends_at,
  service: raw.service,
  provider: raw.provider,
  location: raw.location,
  cancelToken: raw.cancel_token,
  calendarFile: raw.calendar_file ?? null,
});

/** @throws BookingRefused, or SlotTaken where the time that was wished for is gone. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`/api/embed/booking${path}`, body && post).catch(() => null);
  const json: unknown = await answer?.json().catch(() => null);
  if (answer?.ok && json) return json as T;
  const { detail, errors, slots } = (json ?? {}) as RawProblem;
  if (answer?.status === 409 && slots) throw new SlotTaken(slots.map(slotOf));
  throw new BookingRefused(detail ?? UNREACHABLE, answer?.status ?? 0, errors);
}

/** The free times of the next four weeks, in order. */
export async function readOpenings(): Promise<Openings> {
  const raw = await ask<RawOpenings>('/availability');
  return { service: raw.service, minutes: raw.duration_minutes, slots: raw.days.flatMap(({ slots }) => slots.map(slotOf)) };
}

export async function bookDemo(token: string, guest: Guest, timeZone: string): Promise<Demo> {
  return demoOf(await ask<RawDemo>('', { ...guest, slot_token: token, time_zone: timeZone }));
}

/** The demo that a cancel link is for. */
export async function findDemo(token: string): Promise<Demo> {
  return demoOf(await ask<RawDemo>('/lookup', { token }));
}

export async function cancelDemo(token: string, timeZone: string): Promise<Demo> {
  return demoOf(await ask<RawDemo>('/cancel', { token, time_zone: timeZone }));
}
