import { $api, inClinic } from '@/api/queries';

/** How often the counts are asked for: a snooze ends without news of it. */
const COUNTS_EVERY_MS = 60_000;

/** How much there is to do, for badges. */
export const countsQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/tasks/counts', inClinic(slug), { refetchInterval: COUNTS_EVERY_MS });
