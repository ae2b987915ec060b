import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { answer, ApiError } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { ofClinic, PATIENT, PATIENTS } from '@/api/keys';
import { $api, inClinic } from '@/api/queries';
import type { PatientFilters } from './filters';

export type ListedPatient = Schemas['ListedPatientOut'];
export type Profile = Schemas['ProfileOut'];
export type PatientRecord = Schemas['RecordOut'];
export type TimelineEntry = Schemas['EntryOut'];
export type EntryKind = TimelineEntry['kind'];
export type Sighting = Schemas['SightingOut'];
export type Standing = Schemas['StandingOut'];
export type BulkItem = Schemas['BulkItemOut'];
export type ConsentBody = Schemas['ConsentIn'];
export type Channel = ConsentBody['channel'];
export type MessageClass = ConsentBody['message_classes'][number];
export type Evidence = Schemas['EvidenceIn'];

const patientOf = (slug: string, id: string) => ({ params: { path: { slug, patient_id: id } } });

/** Patients on a page. */
export const PAGE_SIZE = 25;

/** A page of the list. What is searched for travels in the body only. */
export const listQuery = (slug: string, query: string, filters: PatientFilters, page: number) => {
  const { group, tag, agreement, since, until, never, provider, sort } = filters;
  const body = {
    query,
    group,
    tag,
    agreement,
    visited_since: since,
    visited_until: until,
    never_visited: never,
    provider_id: provider,
    sort,
    page,
    page_size: PAGE_SIZE,
  };
  return $api.queryOptions('post', '/api/clinics/{slug}/patients/search', { ...inClinic(slug), body }, {
    placeholderData: keepPreviousData,
  });
};

/** By what the list can be narrowed. */
export const choicesQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/patient-choices', inClinic(slug), { staleTime: 5 * 60_000 });

/** Pairs of records that may be of one person. */
export const duplicatesQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/patient-duplicates', inClinic(slug), { select: (found) => found.items });

/** The head of a record. */
export const profileQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/patients/{patient_id}/record', patientOf(slug, id));

/** A patient's story: of some kinds of entries, or of all. */
export function useTimeline(slug: string, id: string, kinds: readonly EntryKind[]) {
  const params = { path: { slug, patient_id: id }, query: kinds.length > 0 ? { kind: [...kinds] } : {} };
  return $api.useInfiniteQuery('get', '/api/clinics/{slug}/patients/{patient_id}/timeline', { params }, {
    pageParamName: 'before',
    initialPageParam: null,
    getNextPageParam: (last) => last.next_before,
    placeholderData: keepPreviousData,
  });
}

/** Who looked at a record. */
export const sightingsQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/patients/{patient_id}/sightings', patientOf(slug, id), {
    select: (found) => found.items,
    staleTime: 0,
  });

/** What staff write on a record. */
export type PatientForm = Omit<Schemas['EditIn'], 'version'>;

/** Someone else has changed the record meanwhile. */
export class RecordConflict extends Error {
  override readonly name = 'RecordConflict';

  constructor(readonly current: PatientRecord) {
    super('Someone else changed this record');
  }
}

async function unlessChanged<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const current = error instanceof ApiError && error.status === 409 ? error.problem['record'] : undefined;
    if (current) throw new RecordConflict(current as PatientRecord);
    throw error;
  }
}

/** Adds a patient. */
export function addPatient(slug: string, form: PatientForm & { number_given: boolean; another: boolean }) {
  return answer(api.POST('/api/clinics/{slug}/patients', { ...inClinic(slug), body: form }));
}

/** Replaces what a record of a version says. @throws RecordConflict when it has another version by now. */
export function editPatient(slug: string, id: string, form: PatientForm, version: number) {
  return unlessChanged(
    answer(
      api.PUT('/api/clinics/{slug}/patients/{patient_id}', {
        ...patientOf(slug, id),
        body: { ...form, version },
      }),
    ),
  );
}

/** Into the archive, or out of it. */
export function archivePatient(slug: string, id: string, archived: boolean) {
  return answer(
    api.PUT('/api/clinics/{slug}/patients/{patient_id}/archive', {
      ...patientOf(slug, id),
      body: { archived },
    }),
  );
}

/** Adds and removes tags of records; gives back the ids of those that were changed. */
export async function tagPatients(slug: string, ids: readonly string[], change: { add?: string[]; remove?: string[] }) {
  const { changed } = await answer(
    api.POST('/api/clinics/{slug}/patients/tags', {
      ...inClinic(slug),
      body: { patient_ids: [...ids], add: change.add ?? [], remove: change.remove ?? [] },
    }),
  );
  return changed;
}

/** Has Mia write to patients, each by a decision of its own; the same key does it once. */
export async function messagePatients(slug: string, ids: readonly string[], key: string) {
  const { items } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach', {
      ...inClinic(slug),
      body: { patient_ids: [...ids], idempotency_key: key },
    }),
  );
  return items;
}

/** Takes back what has not left; gives back how many had. */
export async function takeBack(slug: string, activities: readonly string[]) {
  const { left } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach/cancel', {
      ...inClinic(slug),
      body: { activity_ids: [...activities] },
    }),
  );
  return left.length;
}

/** The words of the practice's forms that hold now. */
export const consentTextsQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/consent-texts', inClinic(slug));

/** Writes down what a patient agrees to. */
export function recordConsent(slug: string, id: string, body: ConsentBody) {
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/consents', { ...patientOf(slug, id), body }));
}

/** Writes down what a patient does not want. */
export function recordRefusal(slug: string, id: string, { channel, message_classes, source, wording }: ConsentBody) {
  const body = { channel, message_classes, source, wording };
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/refusals', { ...patientOf(slug, id), body }));
}

/** The patient wants no contact at all anymore. */
export function optOut(slug: string, id: string) {
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/opt-out', patientOf(slug, id)));
}

/** Takes back an opt-out that was told to staff. */
export function optIn(slug: string, id: string, body: Evidence) {
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/opt-in', { ...patientOf(slug, id), body }));
}

/** Merges another record into one. @throws RecordConflict when either was changed since it was read. */
export function mergePatients(slug: string, id: string, body: Schemas['MergeIn']) {
  return unlessChanged(
    answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/merge', { ...patientOf(slug, id), body })),
  );
}

/** Takes a merge back. */
export function undoMerge(slug: string, merge: string) {
  return answer(api.POST('/api/clinics/{slug}/merges/{merge_id}/undo', { params: { path: { slug, merge_id: merge } } }));
}

/** Says whose an unverified record is: that of `linkTo`, or of someone new; gives back the record that stands. */
export async function confirmIdentity(slug: string, id: string, linkTo: string | null) {
  const { patient_id: kept } = await answer(
    api.POST('/api/clinics/{slug}/patients/{patient_id}/identity', { ...patientOf(slug, id), body: { link_to: linkTo } }),
  );
  return kept;
}

/** Two records are of two people. */
export function tellApart(slug: string, id: string, other: string) {
  return answer(
    api.POST('/api/clinics/{slug}/patients/{patient_id}/distinct', { ...patientOf(slug, id), body: { other_id: other } }),
  );
}

/** Loads again all that is shown of patients; the live stream does it too, but who acted should not have to wait. */
export function useFreshPatients(slug: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries(ofClinic(slug, [...PATIENTS, ...PATIENT]));
}
