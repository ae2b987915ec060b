import { weekdayAndDate } from '@/lib/time/clinic-time';
import type { Waiting } from '../queries';

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
