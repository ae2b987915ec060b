import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';

export type PatientImport = Schemas['ImportOut'];
export type Fault = Schemas['RowFaultOut'];
export type FieldName = Schemas['Field'];
export type DateOrder = Schemas['DateOrder'];
export type Example = Schemas['ExampleOut'];
export type TreatmentName = Schemas['TreatmentNameOut'];
/** What treatments of the file mean, by name: a service's id, `keep` or `skip`. */
export type Choices = Readonly<Record<string, string>>;
export type Which = Schemas['Which'];
export type ConsentBasis = Schemas['CheckIn']['consent_basis'];
export type Step = 'read' | 'start' | 'undo';

/** How often a file under way is asked for, should no news of it arrive. */
const LOOK_MS = 5_000;
const UNDER_WAY = ['reading', 'checking', 'importing', 'undoing'];

/** How consent was given by those in the file. */
export const basisOf = ({ consent_basis }: PatientImport): ConsentBasis => (consent_basis === 'written' ? 'written' : 'express');

/** True while the server works on the file. */
export const isUnderWay = ({ state }: PatientImport) => UNDER_WAY.includes(state);

const importOf = (slug: string, id: string) => ({ params: { path: { slug, import_id: id } } });

/** The latest imports, the newest first. */
export const importsQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/patient-imports', inClinic(slug), { select: (list) => list.items });

/** One import, and how far it is. */
export const importQuery = (slug: string, id: string) =>
  queryOptions(
    $api.queryOptions('get', '/api/clinics/{slug}/patient-imports/{import_id}', importOf(slug, id), {
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK_MS : false),
    }),
  );

/** What is wrong with the first hundred lines that have something wrong. */
export const faultsQuery = (slug: string, id: string, state: PatientImport['state']) =>
  // The state is there for the key: in each of them, something else may be wrong.
  $api.queryOptions('get', '/api/clinics/{slug}/patient-imports/{import_id}/faults', { ...importOf(slug, id), state }, {
    select: (page) => page.items,
  });

/** Treatments of the file that are none of the practice's services, and those services. */
export const namesQuery = (slug: string, { id, state, counts }: PatientImport) =>
  // State and counts are there for the key: each look at the file may find others.
  $api.queryOptions('get', '/api/clinics/{slug}/patient-imports/{import_id}/treatments', { ...importOf(slug, id), state, counts });

/** Some of the records that the file would change, and how. */
export const changesQuery = (slug: string, { id, state, counts }: PatientImport) =>
  $api.queryOptions('get', '/api/clinics/{slug}/patient-imports/{import_id}/changes', { ...importOf(slug, id), state, counts }, {
    select: (found) => found.items,
  });

/** Announces a file. */
export async function beginImport(slug: string, file: File) {
  return await answer(
    api.POST('/api/clinics/{slug}/patient-imports', {
      ...inClinic(slug),
      body: { file_name: file.name, size: file.size },
    }),
  );
}

/** Sends the parts of a file one after the other; `onPart` hears after each how many are there. */
export async function sendParts(slug: string, made: PatientImport, file: File, onPart: (done: number) => void) {
  for (let number = 0; number < made.parts; number += 1) {
    const part = file.slice(number * made.part_bytes, (number + 1) * made.part_bytes);
    await answer(
      api.PUT('/api/clinics/{slug}/patient-imports/{import_id}/parts/{number}', {
        params: { path: { slug, import_id: made.id, number } },
        body: part as unknown as string,
        bodySerializer: (body) => body as unknown as Blob,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    );
    onPart(number + 1);
  }
}

/** Has the server take the next step. */
export async function take(slug: string, id: string, step: Step) {
  const { params } = importOf(slug, id);
  if (step === 'read') return await answer(api.POST('/api/clinics/{slug}/patient-imports/{import_id}/read', { params }));
  if (step === 'start') return await answer(api.POST('/api/clinics/{slug}/patient-imports/{import_id}/start', { params }));
  return await answer(api.POST('/api/clinics/{slug}/patient-imports/{import_id}/undo', { params }));
}

/** Says what the columns are, and what treatments mean, and has the file checked. What was said before stands. */
export async function checkImport(
  slug: string,
  id: string,
  mapping: Record<string, FieldName>,
  date_order: DateOrder,
  consent_basis: ConsentBasis,
  treatments: Choices = {},
) {
  return await answer(
    api.POST('/api/clinics/{slug}/patient-imports/{import_id}/check', {
      ...importOf(slug, id),
      body: { mapping, date_order, consent_basis, treatments },
    }),
  );
}

/** Forgets a file of which nothing was imported. */
export async function dropImport(slug: string, id: string) {
  await answer(api.DELETE('/api/clinics/{slug}/patient-imports/{import_id}', importOf(slug, id)));
}

/** The patients as a file: those chosen, or all. The server wants the password where the sign-in was a while ago. */
export async function exportPatients(slug: string, ids?: readonly string[], password?: string): Promise<Blob> {
  return (await answer(
    api.POST('/api/clinics/{slug}/patients/export', {
      ...inClinic(slug),
      body: { group: 'all', ...(ids && { ids: [...ids] }), ...(password && { password }) },
      parseAs: 'blob',
    }),
  )) as Blob;
}

/** Rows that were left out, or came in without something, in the file's own columns. The password as above. */
export async function badRows(slug: string, id: string, rows: Which, password?: string): Promise<Blob> {
  return (await answer(
    api.POST('/api/clinics/{slug}/patient-imports/{import_id}/bad-rows/export', {
      ...importOf(slug, id),
      body: { rows, ...(password && { password }) },
      parseAs: 'blob',
    }),
  )) as Blob;
}

/** Keeps what the page knows of an import in step with what an answer says of it. */
export function useImportKnown(slug: string): (made: PatientImport) => void {
  const queries = useQueryClient();
  return (made) => {
    queries.setQueryData(importQuery(slug, made.id).queryKey, made);
    void queries.invalidateQueries({ queryKey: importsQuery(slug).queryKey });
  };
}
