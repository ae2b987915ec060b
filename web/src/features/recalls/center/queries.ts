import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';
import type { Group } from './view';

export type ListedPatient = Schemas['ListedPatientOut'];
export type Patient = Schemas['PatientOut'];
export type OutreachAnswer = Schemas['OutreachOut'];
export type Verdict = Patient['can_call'];
export type Standing = Schemas['ContactStandingOut'];
export type Planned = NonNullable<Patient['planned']>;
export type Preview = Schemas['PreviewOut'];
export type BulkItem = Schemas['BulkItemOut'];
export type OutreachKind = 'call' | 'message';

/** Patients on a page (spec §9). */
export const PAGE_SIZE = 10;

/** A page of a group, searched or not. What is searched for travels in the body only. */
export const patientsQuery = (slug: string, query: string, group: Group, page: number) => {
  const body = { query, group, page, page_size: PAGE_SIZE };
  return $api.queryOptions('post', '/api/clinics/{slug}/patients/search', { ...inClinic(slug), body }, {
    placeholderData: keepPreviousData,
  });
};

/** One patient as the detail panel shows them. */
export const patientQuery = (slug: string, id: string) =>
  queryOptions(
    $api.queryOptions('get', '/api/clinics/{slug}/patients/{patient_id}', { params: { path: { slug, patient_id: id } } }),
  );

/** How the patients of a page stand, which comes after the page itself: since when due, for how much, contact. */
export const standingQuery = (slug: string, ids: readonly string[]) => {
  const body = { patient_ids: [...ids] };
  return $api.queryOptions('post', '/api/clinics/{slug}/patients/standing', { ...inClinic(slug), body }, {
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
};

/** What Mia would write to each of several, and whether it may leave then. */
export const previewQuery = (slug: string, ids: readonly string[], words: string | null, at: string | null) => {
  const body = { patient_ids: [...ids], words, at };
  return $api.queryOptions('post', '/api/clinics/{slug}/patients/outreach/preview', { ...inClinic(slug), body }, {
    placeholderData: keepPreviousData,
  });
};
