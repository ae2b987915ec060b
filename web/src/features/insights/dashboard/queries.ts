import type { Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';

export type RecentTreatment = Schemas['RecentTreatmentOut'];
export type CommsStat = Schemas['ClinicCommsOut'];

/** The page shows the first five treatments (spec §9). */
const RECENT = 5;

/** The four figures at the top. */
export const overviewQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/overview', inClinic(slug));

/** The latest treatments. */
export const recentTreatmentsQuery = (slug: string) => {
  const params = { path: { slug }, query: { limit: RECENT } };
  return $api.queryOptions('get', '/api/clinics/{slug}/treatments/recent', { params }, {
    select: (list) => list.items.slice(0, RECENT),
  });
};

/** What came in by which way, and how much of it was booked. */
export const commsStatsQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/comms-stats', inClinic(slug), { select: (list) => list.items });
