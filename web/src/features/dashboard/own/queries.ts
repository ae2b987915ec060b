import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type OwnTreatment = Schemas['UserTreatmentOut'];
export type OwnCommsStat = Schemas['UserCommsOut'];

/** The page shows the first five treatments (spec §9). */
const RECENT = 5;

/** The four cards over all clinics of the reader. */
export const ownOverviewQuery = queryOptions({
  queryKey: ['own', 'overview'],
  queryFn: ({ signal }) => answer(api.GET('/api/overview', { signal })),
});

/** The newest treatments over all clinics of the reader. */
export const ownTreatmentsQuery = queryOptions({
  queryKey: ['own', 'treatments'],
  queryFn: ({ signal }) => answer(api.GET('/api/treatments', { params: { query: { limit: RECENT } }, signal })),
  select: ({ items }) => items.slice(0, RECENT),
});

/** What came in by which way, clinic by clinic. */
export const ownCommsQuery = queryOptions({
  queryKey: ['own', 'comms-stats'],
  queryFn: ({ signal }) => answer(api.GET('/api/comms-stats', { signal })),
  select: ({ items }) => items,
});

/** Settings that tell whether this is a sandbox. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => answer(api.GET('/api/site', { signal })),
  staleTime: Infinity,
});

/** Dumps all treatments of the clinics that the reader owns. */
export function useDebugQuery() {
  return useMutation({ mutationFn: () => answer(api.POST('/api/sandbox/debug-query')) });
}
