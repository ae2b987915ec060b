import type { Schemas } from '@/api/client';
import { $api } from '@/api/queries';

export type OwnTreatment = Schemas['UserTreatmentOut'];
export type OwnCommsStat = Schemas['UserCommsOut'];

/** The page shows the first five treatments (spec §9). */
const RECENT = 5;

/** The four cards over all clinics of the reader. */
export const ownOverviewQuery = $api.queryOptions('get', '/api/overview');

/** The newest treatments over all clinics of the reader. */
export const ownTreatmentsQuery = $api.queryOptions('get', '/api/treatments', { params: { query: { limit: RECENT } } }, {
  select: ({ items }) => items.slice(0, RECENT),
});

/** What came in by which way, clinic by clinic. */
export const ownCommsQuery = $api.queryOptions('get', '/api/comms-stats', {}, { select: ({ items }) => items });

/** Settings that tell whether this is a sandbox. */
export const siteQuery = $api.queryOptions('get', '/api/site', {}, { staleTime: Infinity });

/** Dumps all treatments of the clinics that the reader owns. */
export function useDebugQuery() {
  return $api.useMutation('post', '/api/sandbox/debug-query');
}
