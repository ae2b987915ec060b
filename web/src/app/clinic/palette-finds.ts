import { answer } from '@/api/answer';
import { api } from '@/api/client';
import { inClinic } from '@/api/queries';
import type { Clinic } from '@/features/identity/session/queries';
import type { Command } from '@/features/shell/command-palette';
import { SECTIONS } from '@/features/settings/sections';
import { findCommands } from '@/lib/find-command';
import { readablePhone } from '@/lib/phone';
import { clockTime, dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { spokenBooking } from '@/lib/time/spoken-day';

export type Reader = Pick<Clinic, 'slug' | 'permissions' | 'timezone'>;

const MOST = 5;
const WEEK = 7;

/** What the palette finds of a clinic's people for what was typed, as far as the reader's role goes. Names travel in
 * bodies only, and addresses have ids. */
export async function find(clinic: Reader, typed: string): Promise<Command[]> {
  const may = (permission: Clinic['permissions'][number]) => clinic.permissions.includes(permission);
  const booking = may('appointments.write') ? spokenBooking(typed, dayIn(clinic.timezone)) : null;
  if (booking) return may('patients.read') ? bookings(clinic, booking) : [];
  const found = await Promise.all([
    may('patients.read') ? patients(clinic, typed) : [],
    may('appointments.read') ? visits(clinic, typed) : [],
    may('transcripts.read') ? threads(clinic, typed) : [],
  ]);
  return [...found.flat(), ...(may('clinic.manage') ? sections(clinic, typed) : [])];
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
    to: `/dashboard/${clinic.slug}/calendar?book=${id}${day ? `&date=${day}` : ''}`,
  }));
}

async function patients(clinic: Reader, typed: string): Promise<Command[]> {
  const { items } = await patientsLike(clinic, typed);
  return items.map(({ id, name, phone }) => ({
    key: id,
    label: name,
    note: ['Patient', phone && readablePhone(phone)].filter(Boolean).join(', '),
    to: `/dashboard/${clinic.slug}/patients/${id}`,
  }));
}

/** Visits of the week that begins today. */
async function visits({ slug, timezone }: Reader, typed: string): Promise<Command[]> {
  const board = await answer(api.GET('/api/clinics/{slug}/calendar', { params: { path: { slug }, query: { days: WEEK } } }));
  const parts = typed.toLowerCase().split(/\s+/);
  return board.visits
    .filter((visit) => parts.every((part) => visit.patient_name.toLowerCase().includes(part)))
    .slice(0, MOST)
    .map((visit) => {
      const day = dayIn(timezone, new Date(visit.starts_at));
      return {
        key: visit.id,
        label: `${visit.patient_name}, ${visit.service}`,
        note: `${weekdayAndDate(day)}, ${clockTime(visit.starts_at, timezone)}`,
        to: `/dashboard/${slug}/calendar?date=${day}&visit=${visit.id}`,
      };
    });
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
