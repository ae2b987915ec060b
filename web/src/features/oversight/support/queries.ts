import { useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';

export type Visit = Schemas['SupportVisitOut'];
export type ErrorReport = Schemas['ErrorReportOut'];

/** When the platform's support looked into this clinic, and why. */
export const visitsQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/support-access', inClinic(slug), { select: (list) => list.items });

/** What went wrong lately, each kind once. */
export const errorsQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/errors', inClinic(slug), { select: (list) => list.items });

/** Writes to support; the same key sends once. */
export async function writeToSupport(slug: string, body: { key: string; message: string }) {
  await answer(api.POST('/api/clinics/{slug}/support-requests', { ...inClinic(slug), body }));
}

/** Shows support out. */
export async function endVisit(slug: string, id: string) {
  const path = { slug, visit_id: id };
  await answer(api.DELETE('/api/clinics/{slug}/support-access/{visit_id}', { params: { path } }));
}

export function useVisitsChanged(slug: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: visitsQuery(slug).queryKey });
}
