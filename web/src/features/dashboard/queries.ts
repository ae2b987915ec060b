import { queryOptions } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type RecentTreatment = Schemas['RecentTreatmentOut'];
export type CommsStat = Schemas['ClinicCommsOut'];

/** The page shows the first five treatments (spec §9). */
const RECENT = 5;

/** The four figures at the top. */
export const overviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'overview'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/overview', { params: { path: { slug } }, signal })),
  });

/** The latest treatments. */
export const recentTreatmentsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'treatments'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/clinics/{slug}/treatments/recent', {
          params: { path: { slug }, query: { limit: RECENT } },
          signal,
        }),
      ),
    select: (list) => list.items.slice(0, RECENT),
  });

/** What came in by which way, and how much of it was booked. */
export const commsStatsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'comms-stats'],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/clinics/{slug}/comms-stats', { params: { path: { slug } }, signal })),
    select: (list) => list.items,
  });
