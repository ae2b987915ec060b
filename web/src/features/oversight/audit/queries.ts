import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic, paged } from '@/api/queries';
import { shiftDay } from '@/lib/time/clinic-time';
import { startOfDay } from '@/lib/time/day-bounds';
import type { LogFilters } from './filters';

export type Entry = Schemas['LogLineOut'];

/** Entries asked for at a time. */
export const PAGE_SIZE = 50;

/** The filters as the server reads them: days of the clinic become instants, the last day included. */
function bodyOf({ action, outcome, person, from, to }: LogFilters, timeZone: string) {
  return {
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(person && { user_id: person }),
    ...(from && { from: startOfDay(from, timeZone) }),
    ...(to && { to: startOfDay(shiftDay(to, 1), timeZone) }),
  };
}

/** The audit log of the clinic, newest first, a page at a time. */
export const entriesQuery = (slug: string, timeZone: string, filters: LogFilters) => {
  const body = { ...bodyOf(filters, timeZone), limit: PAGE_SIZE };
  return paged($api.queryOptions('post', '/api/clinics/{slug}/audit/search', { ...inClinic(slug), body }));
};

/** Whose entries can be asked for. */
export const peopleQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/members', inClinic(slug), { select: (list) => list.items });

/** Ids whose patients the sentences name. */
const NAMED = /^(pat|apt)_/;

/** The ids of a page of the log that stand for a patient. */
export const namedIds = (page: readonly Entry[]): string[] =>
  [...new Set(page.flatMap(({ object_id: id }) => (id && NAMED.test(id) ? [id] : [])))];

/** Who stands behind ids of the log: read with the reader's rights, for the log keeps ids alone. */
export const namesQuery = (slug: string, ids: string[]) => {
  const options = $api.queryOptions('post', '/api/clinics/{slug}/patients/names', { ...inClinic(slug), body: { ids } });
  return { ...options, staleTime: Infinity };
};

/** All entries that the filters leave, as a file of comma-separated values. */
export async function exportEntries(slug: string, timeZone: string, filters: LogFilters): Promise<Blob> {
  return (await answer(
    api.POST('/api/clinics/{slug}/audit/export', {
      ...inClinic(slug),
      body: bodyOf(filters, timeZone),
      parseAs: 'blob',
    }),
  )) as Blob;
}
