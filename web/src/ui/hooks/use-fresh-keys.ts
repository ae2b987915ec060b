import { useEffect, useState } from 'react';

/** How long a new row stays highlighted (spec §9, history). */
export const FRESH_MS = 1_000;

const NONE: ReadonlySet<string> = new Set();

/**
 * The keys of a list that were not in it at the look before, for one second each.
 *
 * The first list of a `group` is the base that later ones are compared with, so a new filter or page highlights
 * nothing. Undefined keys mean "not known yet".
 */
export function useFreshKeys(keys: readonly string[] | undefined, group: string): ReadonlySet<string> {
  const signature = keys && [group, ...keys].join('\n');
  const [before, setBefore] = useState(signature);
  const [fresh, setFresh] = useState(NONE);

  if (signature !== before) {
    setBefore(signature);
    const [groupBefore, ...keysBefore] = before?.split('\n') ?? [];
    const known = new Set(keysBefore);
    const added = groupBefore === group ? (keys ?? []).filter((key) => !known.has(key)) : [];
    if (added.length > 0) setFresh(new Set(added));
  }

  useEffect(() => {
    if (fresh.size === 0) return undefined;
    const timer = setTimeout(() => setFresh(NONE), FRESH_MS);
    return () => clearTimeout(timer);
  }, [fresh]);

  return fresh;
}
