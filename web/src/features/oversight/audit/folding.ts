import type { Entry } from './queries';

/** An entry, and how often the same was read that day; `firstAt` is when for the first time. */
export interface Folded {
  entry: Entry;
  times: number;
  firstAt: string;
}

/** Actions that change nothing, which one working day repeats many times. */
const LOOKS = /\.(read|names|choices|duplicates|play)$/;

/** The entries of a day, with what one person looked at again and again in one line, where it was last. */
export function fold(entries: readonly Entry[]): Folded[] {
  const lines = new Map<string, Folded>();
  for (const entry of entries) {
    const line = lines.get(keyOf(entry));
    if (line) lines.set(keyOf(entry), { ...line, times: line.times + 1, firstAt: entry.at });
    else lines.set(keyOf(entry), { entry, times: 1, firstAt: entry.at });
  }
  return [...lines.values()];
}

function keyOf({ id, actor, action, object_id, outcome, address }: Entry): string {
  return LOOKS.test(action) ? [actor, action, object_id, outcome, address].join('|') : id;
}
