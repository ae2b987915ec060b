import { queryOptions } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type Session = Schemas['SessionOut'];
export type Clinic = Schemas['ClinicOut'];

/** Who is signed in, and their clinics. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => answer(api.GET('/api/session', { signal })),
  staleTime: 60_000,
});

/** The name plate of a clinic; the server refuses it to those who do not belong there. */
export const clinicQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'plate'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}', { params: { path: { slug } }, signal })),
    staleTime: 60_000,
  });
