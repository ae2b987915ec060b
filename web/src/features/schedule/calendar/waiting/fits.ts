import { dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { wallClock } from '@/lib/time/day-bounds';
import type { CalendarData, Visit, Waiting } from '../queries';

const MINUTE_MS = 60_000;

/** What the calendar shows: its days, and the provider it is narrowed to. */
export interface Shown {
  days: readonly string[];
  provider: string | null;
}

/** Whether someone would come on one of the days shown, to the provider shown. */
export function fits({ from_day: from, until_day: until, provider_id: wanted }: Waiting, { days, provider }: Shown): boolean {
  const inTime = days.some((day) => (!from || from <= day) && day <= until);
  return inTime && (!provider || !wanted || wanted === provider);
}

/** From when on a free time is looked for: from the moment shown, unless that is past their last day, or before their first. */
export function lookFrom({ from_day: from, until_day: until }: Waiting, shown: string, now: string, timeZone: string): string {
  const start = dayIn(timeZone, new Date(shown)) > until ? now : shown;
  const first = from ? wallClock(from, 0, timeZone) : 0;
  return new Date(Math.max(Date.parse(start), first)).toISOString();
}

/** Those who would come when a visit that was canceled was to be, to its provider, for something that takes no longer. */
export function fittingFreed(items: readonly Waiting[], visit: Visit, { timezone, providers, services }: CalendarData): Waiting[] {
  const free = Date.parse(visit.ends_at) - Date.parse(visit.starts_at);
  const skills = providers.find(({ id }) => id === visit.provider_id)?.service_ids ?? [];
  const short = new Set(services.filter((one) => skills.includes(one.id) && one.duration_minutes * MINUTE_MS <= free).map(({ id }) => id));
  const shown = { days: [dayIn(timezone, new Date(visit.starts_at))], provider: visit.provider_id };
  return items.filter((one) => short.has(one.service_id) && fits(one, shown));
}

/** Those who wait for a service (empty: any): first who would come on the days shown, then everyone else. */
export function grouped(items: readonly Waiting[], shown: Shown, service: string): { fitting: Waiting[]; others: Waiting[] } {
  const wanted = items.filter((one) => !service || one.service_id === service);
  return { fitting: wanted.filter((one) => fits(one, shown)), others: wanted.filter((one) => !fits(one, shown)) };
}

/** When someone would come, in their words or by the days. */
export function wishOf({ wish, from_day: from, until_day: until }: Pick<Waiting, 'wish' | 'from_day' | 'until_day'>): string {
  if (wish) return wish;
  if (!from) return 'As soon as possible';
  return from === until ? weekdayAndDate(from) : `From ${weekdayAndDate(from)}`;
}

/** What someone who waits is written of a free time. It names no treatment: others may read their phone. */
export function offerText(practice: string, name: string, moment: string): string {
  const first = name.split(' ')[0] ?? name;
  return `Hi ${first}, this is ${practice}. We have an opening on ${moment}. Reply here if you’d like it and we’ll book it for you. Reply STOP to opt out.`;
}
