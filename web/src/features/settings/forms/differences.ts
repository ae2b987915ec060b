/** A field that two versions of a part do not agree on, in words. */
export interface Difference {
  field: string;
  was: string;
  now: string;
}

type Fields = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What someone else has changed, field by field. `labels` are the fields' names on the page. */
export function differencesOf(before: object, after: object, labels: Readonly<Record<string, string>>): Difference[] {
  const [was, now] = [before as Fields, after as Fields];
  return Object.keys(now)
    .filter((key) => !same(was[key], now[key]))
    .map((key) => ({ field: labels[key] ?? key.replaceAll('_', ' '), was: wordsOf(was[key]), now: wordsOf(now[key]) }));
}

/** Mine where I changed something, theirs everywhere else. */
export function merged<V extends object>(base: V, mine: V, theirs: V): V {
  const [was, own] = [base as Fields, mine as Fields];
  const kept = Object.fromEntries(Object.entries(theirs).map(([key, value]) => [key, same(was[key], own[key]) ? value : own[key]]));
  return kept as V;
}

export const isSame = same;

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(entryOf).join('; ');
  return String(value);
}

function entryOf(entry: unknown): string {
  return typeof entry === 'object' && entry !== null ? Object.values(entry).join(' ') : String(entry);
}
