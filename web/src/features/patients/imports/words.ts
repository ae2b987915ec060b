import type { Choices, FieldName, PatientImport, TreatmentName } from './queries';

/** What a column can be, in the words of the page. */
export const FIELDS: readonly { value: FieldName; label: string }[] = [
  { value: 'name', label: 'Full name' },
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'Email' },
  { value: 'birth_date', label: 'Date of birth' },
  { value: 'tags', label: 'Tags' },
  { value: 'note', label: 'Internal note' },
  { value: 'last_visit', label: 'Visit: date' },
  { value: 'treatment', label: 'Visit: treatment' },
  { value: 'price', label: 'Visit: price paid' },
  { value: 'opted_out', label: 'Do not contact' },
];

/** Columns that say who agrees to what. A yes to marketing is for recalls and offers, any other for appointments. */
export const CONSENTS: readonly { value: FieldName; label: string }[] = [
  { value: 'texts', label: 'Texts: consent' },
  { value: 'texts_marketing', label: 'Texts: marketing consent' },
  { value: 'no_texts', label: 'Texts: opted out' },
  { value: 'emails', label: 'Email: consent' },
  { value: 'emails_marketing', label: 'Email: marketing consent' },
  { value: 'no_emails', label: 'Email: opted out' },
  { value: 'calls', label: 'Calls: consent' },
  { value: 'calls_marketing', label: 'Calls: marketing consent' },
  { value: 'no_calls', label: 'Calls: opted out' },
];

/** Whether a column asks for consent, so that one has to say how it was given. */
export const asksConsent = (field: string) =>
  CONSENTS.some(({ value }) => value === field) && !field.startsWith('no_');

const FAILURES: Record<string, string> = {
  empty: 'The file has no rows below its header.',
  workbook: 'This is an Excel workbook. Save it as CSV (File, Save As) and choose that file.',
  binary: 'This file is not text. Export the patients as CSV and choose that file.',
  encoding: 'Couldn’t read this file’s characters. Save it as CSV UTF-8.',
  quotes: 'A quotation mark in this file is never closed, so its rows can’t be read.',
  cell: 'A cell in this file is longer than 10,000 characters.',
  columns: 'This file has more than 100 columns.',
  rows: 'This file has more than 500,000 rows. Split it and import the parts one at a time.',
};

/** Why a file could not be read, and what to do about it. */
export const failureWords = (failure: string | null) => FAILURES[failure ?? ''] ?? 'Couldn’t read this file.';

const WHY: Record<NonNullable<TreatmentName['why']>, string> = {
  chosen: 'your choice',
  remembered: 'as in your last import',
  similar: 'similar to a service',
};

/** In how many rows a treatment stands, and why it is taken for what it is: `3 rows · similar to a service`. */
export const nameNote = ({ rows, why }: TreatmentName) => [counted(rows, 'row'), ...(why ? [WHY[why]] : [])].join(' · ');

/** What was chosen that the server does not know yet. */
export const unsaid = (names: readonly TreatmentName[], choices: Choices): Choices =>
  Object.fromEntries(
    names.flatMap(({ name, meaning }) => {
      const chosen = choices[name];
      return chosen === undefined || chosen === meaning ? [] : [[name, chosen]];
    }),
  );

const STATES: Record<PatientImport['state'], string> = {
  uploading: 'Upload incomplete',
  reading: 'Reading',
  read: 'Match columns',
  checking: 'Checking',
  checked: 'Checked, not imported',
  importing: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Unreadable',
};

export const stateWords = ({ state }: PatientImport) => STATES[state];

/** `1 patient`, `2,400 patients`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** People on record who stand in the file, and of whom it says nothing new. */
export const unchanged = (made: PatientImport) => countOf(made, 'matched') - countOf(made, 'updated');

/** What the import does, on its button: `Import 3 new patients, update 2`. Null when nothing would come of it. */
export function importWords(made: PatientImport): string | null {
  const [fresh, updated, visits] = [countOf(made, 'new'), countOf(made, 'updated'), countOf(made, 'visits')];
  if (fresh > 0) return `Import ${counted(fresh, 'new patient')}${updated > 0 ? `, update ${updated.toLocaleString('en-US')}` : ''}`;
  if (updated > 0) return `Update ${counted(updated, 'patient')}`;
  if (visits > 0) return `Import ${counted(visits, 'visit')}`;
  const said = ['agreed', 'declined', 'opted_out'].some((kind) => countOf(made, kind) > 0);
  return said ? 'Import consent and opt-outs' : null;
}

/** What the file says of consent, in sentences. */
export function consentNotes(made: PatientImport): string[] {
  const [agreed, declined, stands] = [countOf(made, 'agreed'), countOf(made, 'declined'), countOf(made, 'stands')];
  return [
    ...(agreed > 0 ? [`${counted(agreed, 'row')} with consent: recorded with this file as its source.`] : []),
    ...(declined > 0 ? [`${counted(declined, 'row')} with a no: Mia won’t contact these people that way.`] : []),
    ...(stands > 0 ? [`${counted(stands, 'row')} with a yes from someone who declined or opted out: their no stands.`] : []),
  ];
}

/** How many of a kind were found in the file. */
export const countOf = (made: PatientImport, kind: string) => made.counts[kind] ?? 0;
