import type { ChartTable } from './data';

/** What a spreadsheet would take for a formula, or for one behind a character that it skips (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A table as CSV (RFC 4180) that no spreadsheet runs: figures stay numbers, texts that look like formulas get a quote. */
export function csvOf({ columns, plain }: ChartTable): string {
  return [columns, ...plain].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A name for a file, from a title. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['chart'];
  return `${words.join('-')}.${ending}`;
}
