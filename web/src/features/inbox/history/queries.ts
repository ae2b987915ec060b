import type { Schemas } from '@/api/client';
import { $api, inClinic, paged } from '@/api/queries';
import type { HistorySort } from './sort';

export type Activity = Schemas['ActivityOut'];
export type ActivityDetail = Schemas['ActivityDetailOut'];

/** Rows asked for at a time. */
export const PAGE_SIZE = 15;

/** The history, filtered by part of a patient's name, a page at a time. The name travels in the body only. */
export const activitiesQuery = (slug: string, patient: string, { sort, direction }: HistorySort) => {
  const body = { sort, direction, limit: PAGE_SIZE, ...(patient && { patient }) };
  return paged($api.queryOptions('post', '/api/clinics/{slug}/activities/search', { ...inClinic(slug), body }));
};

/** One contact with its summary and transcript. */
export const activityQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/activities/{activity_id}', { params: { path: { slug, activity_id: id } } });

/** Whom a contact was with who is no patient: their lead, or the number they left. */
export const callerQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/activities/{activity_id}/person', { params: { path: { slug, activity_id: id } } });
