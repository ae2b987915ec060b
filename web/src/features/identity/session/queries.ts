import type { Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';

export type Session = Schemas['SessionOut'];
export type Clinic = Schemas['ClinicOut'];

/** Who is signed in, and their clinics. */
export const sessionQuery = $api.queryOptions('get', '/api/session', {}, { staleTime: 60_000 });

/** The name plate of a clinic; the server refuses it to those who do not belong there. */
export const clinicQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}', inClinic(slug), { staleTime: 60_000 });
