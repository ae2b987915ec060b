import { $api, inClinic } from '@/api/queries';

/** How far the guided setup is. */
export const setupQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/settings/setup', inClinic(slug));
