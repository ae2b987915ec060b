import { keepPreviousData, queryOptions, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, ApiError } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
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

/** Patients on a page. */
export const PAGE_SIZE = 25;

/** A page of the list. What is searched for travels in the body only. */
export const listQuery = (slug: string, query: string, filters: PatientFilters, page: number) =>
  queryOptions({
    queryKey: ['clinic', slug, 'patients', { query, filters, page, size: PAGE_SIZE }],
    queryFn: ({ signal }) =>
      answer(
        api.POST('/api/clinics/{slug}/patients/search', {
          params: { path: { slug } },
          body: {
            query,
            group: filters.group,
            tag: filters.tag,
            agreement: filters.agreement,
            visited_since: filters.since,
            visited_until: filters.until,
            never_visited: filters.never,
            provider_id: filters.provider,
            sort: filters.sort,
            page,
            page_size: PAGE_SIZE,
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** By what the list can be narrowed. */
export const choicesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'patient-choices'],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/clinics/{slug}/patient-choices', { params: { path: { slug } }, signal })),
    staleTime: 5 * 60_000,
  });

/** Pairs of records that may be of one person. */
export const duplicatesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'patients', 'duplicates'],
    queryFn: async ({ signal }) => {
      const found = await answer(
        api.GET('/api/clinics/{slug}/patient-duplicates', { params: { path: { slug } }, signal }),
      );
      return found.items;
    },
  });

/** The head of a record. News of this patient load it again, as they do everything under this key. */
export const profileQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'patient', id, 'record'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/clinics/{slug}/patients/{patient_id}/record', {
          params: { path: { slug, patient_id: id } },
          signal,
        }),
      ),
  });

/** A patient's story: of some kinds of entries, or of all. */
export const timelineQuery = (slug: string, id: string, kinds: readonly EntryKind[]) =>
  infiniteQueryOptions({
    queryKey: ['clinic', slug, 'patient', id, 'timeline', kinds],
    queryFn: ({ signal, pageParam }) =>
      answer(
        api.GET('/api/clinics/{slug}/patients/{patient_id}/timeline', {
          params: {
            path: { slug, patient_id: id },
            query: { ...(kinds.length > 0 && { kind: [...kinds] }), ...(pageParam && { before: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_before,
    placeholderData: keepPreviousData,
  });

/** Who looked at a record. */
export const sightingsQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'patient-sightings', id],
    queryFn: async ({ signal }) => {
      const found = await answer(
        api.GET('/api/clinics/{slug}/patients/{patient_id}/sightings', {
          params: { path: { slug, patient_id: id } },
          signal,
        }),
      );
      return found.items;
    },
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
export function addPatient(slug: string, form: PatientForm & { number_given: boolean }) {
  return answer(api.POST('/api/clinics/{slug}/patients', { params: { path: { slug } }, body: form }));
}

/** Replaces what a record of a version says. @throws RecordConflict when it has another version by now. */
export function editPatient(slug: string, id: string, form: PatientForm, version: number) {
  return unlessChanged(
    answer(
      api.PUT('/api/clinics/{slug}/patients/{patient_id}', {
        params: { path: { slug, patient_id: id } },
        body: { ...form, version },
      }),
    ),
  );
}

/** Into the archive, or out of it. */
export function archivePatient(slug: string, id: string, archived: boolean) {
  return answer(
    api.PUT('/api/clinics/{slug}/patients/{patient_id}/archive', {
      params: { path: { slug, patient_id: id } },
      body: { archived },
    }),
  );
}

/** Adds and removes tags of records; gives back the ids of those that were changed. */
export async function tagPatients(slug: string, ids: readonly string[], change: { add?: string[]; remove?: string[] }) {
  const { changed } = await answer(
    api.POST('/api/clinics/{slug}/patients/tags', {
      params: { path: { slug } },
      body: { patient_ids: [...ids], add: change.add ?? [], remove: change.remove ?? [] },
    }),
  );
  return changed;
}

/** Has Mia write to patients, each by a decision of its own; the same key does it once. */
export async function messagePatients(slug: string, ids: readonly string[], key: string) {
  const { items } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach', {
      params: { path: { slug } },
      body: { patient_ids: [...ids], idempotency_key: key },
    }),
  );
  return items;
}

/** Takes back what has not left; gives back how many had. */
export async function takeBack(slug: string, activities: readonly string[]) {
  const { left } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach/cancel', {
      params: { path: { slug } },
      body: { activity_ids: [...activities] },
    }),
  );
  return left.length;
}

/** The words of the practice's forms that hold now. */
export const consentTextsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'consent-texts'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/consent-texts', { params: { path: { slug } }, signal })),
  });

/** Writes down what a patient agrees to. */
export function recordConsent(slug: string, id: string, body: ConsentBody) {
  const path = { slug, patient_id: id };
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/consents', { params: { path }, body }));
}

/** Writes down what a patient does not want. */
export function recordRefusal(slug: string, id: string, { channel, message_classes, source, wording }: ConsentBody) {
  const body = { channel, message_classes, source, wording };
  const path = { slug, patient_id: id };
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/refusals', { params: { path }, body }));
}

/** The patient wants no contact at all anymore. */
export function optOut(slug: string, id: string) {
  const path = { slug, patient_id: id };
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/opt-out', { params: { path } }));
}

/** Takes back an opt-out that was told to staff. */
export function optIn(slug: string, id: string, body: Evidence) {
  const path = { slug, patient_id: id };
  return answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/opt-in', { params: { path }, body }));
}

/** Merges another record into one. @throws RecordConflict when either was changed since it was read. */
export function mergePatients(slug: string, id: string, body: Schemas['MergeIn']) {
  const path = { slug, patient_id: id };
  return unlessChanged(
    answer(api.POST('/api/clinics/{slug}/patients/{patient_id}/merge', { params: { path }, body })),
  );
}

/** Takes a merge back. */
export function undoMerge(slug: string, merge: string) {
  return answer(api.POST('/api/clinics/{slug}/merges/{merge_id}/undo', { params: { path: { slug, merge_id: merge } } }));
}

/** Says whose an unverified record is: that of `linkTo`, or of someone new; gives back the record that stands. */
export async function confirmIdentity(slug: string, id: string, linkTo: string | null) {
  const path = { slug, patient_id: id };
  const { patient_id: kept } = await answer(
    api.POST('/api/clinics/{slug}/patients/{patient_id}/identity', { params: { path }, body: { link_to: linkTo } }),
  );
  return kept;
}

/** Two records are of two people. */
export function tellApart(slug: string, id: string, other: string) {
  const path = { slug, patient_id: id };
  return answer(
    api.POST('/api/clinics/{slug}/patients/{patient_id}/distinct', { params: { path }, body: { other_id: other } }),
  );
}

/** Loads again all that is shown of patients; the live stream does it too, but who acted should not have to wait. */
export function useFreshPatients(slug: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['clinic', slug, 'patients'] }),
      queries.invalidateQueries({ queryKey: ['clinic', slug, 'patient'] }),
    ]);
}
