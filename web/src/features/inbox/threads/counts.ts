import { $api, inClinic } from '@/api/queries';

/** How much there is to read and to answer, for badges. */
export const conversationCountsQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/conversations/counts', inClinic(slug));
