import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { inClinic } from '@/api/queries';
import type { Clinic } from '@/features/identity/session/queries';
import type { Command } from '@/features/shell/command-palette';
import { SECTIONS } from '@/features/settings/sections';
import { findCommands } from '@/lib/find-command';
import { readablePhone } from '@/lib/phone';
import { bookAddress, callAddress, writeAddress } from '@/lib/reach';
import { clockTime, dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { spokenBooking } from '@/lib/time/spoken-day';

export type Reader = Pick<Clinic, 'slug' | 'permissions' | 'timezone'>;

type Found = Pick<Schemas['ListedPatientOut'], 'id' | 'name' | 'phone'>;

/** A wish to reach someone, such as `call Ava`. */
const SPOKEN = /^(call|text)\s+(\S.*)$/i;
const MOST = 5;
const WEEK = 7;
/** So many records are looked into, for each reading is audited. */
const FEW = 3;

/** What the palette finds of a clinic's people for what was typed, as far as the reader's role goes. Names travel in
 * bodies only, and addresses have ids. */
export async function find(clinic: Reader, typed: string): Promise<Command[]> {
  const may = (permission: Clinic['permissions'][number]) => clinic.permissions.includes(permission);
  const booking = may('appointments.write') ? spokenBooking(typed, dayIn(clinic.timezone)) : null;
  if (booking) return may('patients.read') ? bookings(clinic, booking) : [];
  const [, verb, who] = SPOKEN.exec(typed) ?? [];
  if (verb && who && may('patients.read')) {
    const { items } = await patientsLike(clinic, who);
    return items.flatMap((one) => ways(clinic, one).filter(({ label }) => label.toLowerCase().startsWith(verb.toLowerCase())));
  }
  const [people, soon, written] = await Promise.all([
    may('patients.read') ? patientsLike(clinic, typed).then(({ items }) => items) : [],
    may('appointments.read') ? visits(clinic, typed) : [],
    may('transcripts.read') ? threads(clinic, typed) : [],
  ]);
  const later = may('appointments.read') ? await laterVisits(clinic, people.filter(isNamed(typed)).slice(0, FEW), soon) : [];
  return [...patients(clinic, people), ...soon, ...later, ...written, ...(may('clinic.manage') ? sections(clinic, typed) : [])];
}

function sections({ slug }: Reader, typed: string): Command[] {
  return findCommands(SECTIONS, typed).map(({ path, label }) => ({
    key: `settings ${path}`,
    label,
    note: 'Settings',
    to: `/dashboard/${slug}/settings/${path}`,
  }));
}

function patientsLike({ slug }: Reader, query: string) {
  const body = { query, group: 'all' as const, page: 1, page_size: MOST };
  return answer(api.POST('/api/clinics/{slug}/patients/search', { ...inClinic(slug), body }));
}

async function bookings(clinic: Reader, { who, day }: { who: string; day: string | null }): Promise<Command[]> {
  const { items } = await patientsLike(clinic, who);
  const on = day ? ` on ${weekdayAndDate(day)}` : '';
  return items.map(({ id, name, phone }) => ({
    key: `book ${id}`,
    label: `Book ${name}${on}`,
    note: phone ? readablePhone(phone) : '',
    to: bookAddress(clinic.slug, id) + (day ? `&date=${day}` : ''),
  }));
}

function patients(clinic: Reader, items: readonly Found[]): Command[] {
  const found = items.map((one) => ({
    key: one.id,
    label: one.name,
    note: ['Patient', one.phone && readablePhone(one.phone)].filter(Boolean).join(', '),
    to: `/dashboard/${clinic.slug}/patients/${one.id}`,
  }));
  const [first] = items;
  return first ? [...found.slice(0, 1), ...ways(clinic, first), ...found.slice(1)] : [];
}

/** What can be done with a patient right away; without a number their record comes instead, where it can be added. */
function ways({ slug, permissions }: Reader, { id, name, phone }: Found): Command[] {
  const record = { note: 'No phone number on file', to: `/dashboard/${slug}/patients/${id}` };
  const dial = phone && { note: readablePhone(phone), run: () => location.assign(callAddress(phone)) };
  const write = phone && { note: readablePhone(phone), to: writeAddress(slug, id, 'sms') };
  return [
    ...(permissions.includes('appointments.write') ? [{ key: `book ${id}`, label: `Book ${name}`, to: bookAddress(slug, id) }] : []),
    { key: `call ${id}`, label: `Call ${name}`, ...(dial || record) },
    ...(permissions.includes('patients.contact') ? [{ key: `text ${id}`, label: `Text ${name}`, ...(write || record) }] : []),
  ];
}

/** Visits of the week that begins today. */
async function visits(clinic: Reader, typed: string): Promise<Command[]> {
  const params = { path: { slug: clinic.slug }, query: { days: WEEK } };
  const board = await answer(api.GET('/api/clinics/{slug}/calendar', { params }));
  const named = isNamed(typed);
  return board.visits
    .filter(({ patient_name: name }) => named({ name }))
    .slice(0, MOST)
    .map((visit) => visitCommand(clinic, visit.patient_name, visit));
}

/** Whether someone is called what was typed, letter for letter. */
function isNamed(typed: string): (one: { name: string }) => boolean {
  const parts = typed.toLowerCase().split(/\s+/);
  return ({ name }) => parts.every((part) => name.toLowerCase().includes(part));
}

/** The next visits of patients, beyond those of the week. */
async function laterVisits(clinic: Reader, people: readonly Found[], soon: readonly Command[]): Promise<Command[]> {
  const next = async ({ id, name }: Found) => {
    const params = { path: { slug: clinic.slug, patient_id: id } };
    const { next_visit: visit } = await answer(api.GET('/api/clinics/{slug}/patients/{patient_id}/record', { params }));
    return visit && visitCommand(clinic, name, visit);
  };
  // A record that cannot be read hides no one.
  const found = await Promise.all(people.map((one) => next(one).catch(() => null)));
  return found.filter((one) => one !== null && !soon.some(({ key }) => key === one.key)) as Command[];
}

function visitCommand({ slug, timezone }: Reader, name: string, visit: { id: string; service: string; starts_at: string }): Command {
  const day = dayIn(timezone, new Date(visit.starts_at));
  return {
    key: visit.id,
    label: `${name}, ${visit.service}`,
    note: `${weekdayAndDate(day)}, ${clockTime(visit.starts_at, timezone)}`,
    to: `/dashboard/${slug}/calendar?date=${day}&visit=${visit.id}`,
  };
}

async function threads({ slug }: Reader, typed: string): Promise<Command[]> {
  const body = { query: typed, show: 'all' as const, limit: MOST };
  const { items } = await answer(api.POST('/api/clinics/{slug}/conversations/search', { ...inClinic(slug), body }));
  return items.map((one) => ({
    key: one.id,
    label: `Messages with ${one.name ?? readablePhone(one.phone)}`,
    note: 'Conversation',
    to: `/dashboard/${slug}/messages?thread=${one.id}`,
  }));
}
