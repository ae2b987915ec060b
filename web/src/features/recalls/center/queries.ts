import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, ApiError } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { ofClinic, PATIENT } from '@/api/keys';
import { $api, inClinic } from '@/api/queries';
import type { Group } from './view';

export type ListedPatient = Schemas['ListedPatientOut'];
export type Patient = Schemas['PatientOut'];
export type OutreachAnswer = Schemas['OutreachOut'];
export type Verdict = Patient['can_call'];
export type Standing = Schemas['ContactStandingOut'];
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

/** The note as it stands on the record. */
export interface Note {
  text: string;
  version: number;
}

/** Someone else has changed the note meanwhile. */
export class NoteConflict extends Error {
  override readonly name = 'NoteConflict';

  constructor(readonly current: Note) {
    super('Someone else changed this note');
  }
}

/** Saves a note that was begun from a version. @throws NoteConflict when another version stands there by now. */
export async function saveNote(slug: string, id: string, note: Note): Promise<Note> {
  try {
    const saved = await answer(
      api.PUT('/api/clinics/{slug}/patients/{patient_id}/note', {
        params: { path: { slug, patient_id: id } },
        body: { note: note.text, version: note.version },
      }),
    );
    return { text: saved.note, version: saved.note_version };
  } catch (error) {
    const { note: text, note_version: version } = error instanceof ApiError ? error.problem : {};
    if (typeof text === 'string' && typeof version === 'number') throw new NoteConflict({ text, version });
    throw error;
  }
}

/** What is asked for: `words` in place of the usual ones, `at` a later moment. */
export interface OutreachWish {
  patient: string;
  kind: OutreachKind;
  key: string;
  words: string | null;
  at: string | null;
}

/** Asks for a contact, once for each key; what became of it is in the answer, also when it was blocked. */
export function useOutreach(slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ patient, kind, key, words, at }: OutreachWish) =>
      answer(
        api.POST('/api/clinics/{slug}/outreach', {
          ...inClinic(slug),
          body: { patient_id: patient, kind, idempotency_key: key, words, at },
        }),
      ),
    onSuccess: (_, { patient }) => {
      // The live stream tells it too; who asked should not have to wait for it.
      void queries.invalidateQueries(ofClinic(slug, ['activities/search', 'patients/standing']));
      void queries.invalidateQueries(ofClinic(slug, PATIENT, { patient_id: patient }));
    },
  });
}

/** Takes a contact back that has not left yet. */
export function cancelOutreach(slug: string, activity: string): Promise<unknown> {
  return answer(
    api.POST('/api/clinics/{slug}/outreach/{activity_id}/cancel', {
      params: { path: { slug, activity_id: activity } },
    }),
  );
}

/** Has Mia write to several, each checked alone. The same key does it once. */
export async function messageSeveral(slug: string, ids: readonly string[], key: string): Promise<BulkItem[]> {
  const { items } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach', {
      ...inClinic(slug),
      body: { patient_ids: [...ids], idempotency_key: key },
    }),
  );
  return items;
}

/** Takes back what has not left; gives back how many had. */
export async function takeBackSeveral(slug: string, activities: readonly string[]): Promise<number> {
  const { left } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach/cancel', {
      ...inClinic(slug),
      body: { activity_ids: [...activities] },
    }),
  );
  return left.length;
}
