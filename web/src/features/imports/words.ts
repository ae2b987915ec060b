import type { FieldName, PatientImport } from './queries';

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
  { value: 'opted_out', label: 'Wants no contact' },
];

const FIELD_LABELS = new Map<string, string>(FIELDS.map(({ value, label }) => [value, label]));

const FAILURES: Record<string, string> = {
  empty: 'The file has no rows below its headings.',
  workbook: 'This is an Excel workbook. Save it as CSV (File, Save As) and choose that file.',
  binary: 'This file is not text. Export the patients as CSV and choose that file.',
  encoding: 'The characters of this file could not be read. Save it as CSV UTF-8.',
  quotes: 'A quotation mark in this file is never closed, so its rows cannot be told apart.',
  cell: 'A cell of this file is longer than 10,000 characters.',
  columns: 'This file has more than 100 columns.',
  rows: 'This file has more than 500,000 rows. Split it, and import the parts one after the other.',
};

/** Why a file could not be read, and what to do about it. */
export const failureWords = (failure: string | null) => FAILURES[failure ?? ''] ?? 'This file could not be read.';

const REASONS: Record<string, string> = {
  missing: 'is missing',
  unreadable: 'could not be read',
  future: 'lies in the future',
  formula: 'looks like a formula',
  too_long: 'is too long',
  unknown: 'is not a treatment of this practice',
};

/** What is wrong with a line: `Phone could not be read`. */
export function faultWords(field: string, reason: string): string {
  if (reason === 'columns') return 'More cells than headings';
  return `${FIELD_LABELS.get(field) ?? 'The row'} ${REASONS[reason] ?? 'could not be read'}`;
}

const STATES: Record<PatientImport['state'], string> = {
  uploading: 'Upload not finished',
  reading: 'Being read',
  read: 'Waiting for its columns',
  checking: 'Being checked',
  checked: 'Checked, not imported',
  importing: 'Being imported',
  done: 'Imported',
  undoing: 'Being taken back',
  undone: 'Taken back',
  failed: 'Could not be read',
};

export const stateWords = ({ state }: PatientImport) => STATES[state];

/** `1 patient`, `2,400 patients`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
