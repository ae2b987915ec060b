/** How long changes are gathered after one was passed on. */
const GATHER_MS = 250;

export interface Bundle<T> {
  add: (item: T) => void;
  /** Forgets what was gathered and passes nothing on any more. */
  drop: () => void;
}

/**
 * Passes the first item on at once and whatever follows within a quarter of a second together.
 *
 * One event reaches the page without delay; a burst of a hundred costs two rounds of requests, not a hundred.
 */
export function bundle<T>(pass: (items: T[]) => void): Bundle<T> {
  let gathered: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function turn() {
    timer = undefined;
    if (gathered.length === 0) return;
    const items = gathered;
    gathered = [];
    timer = setTimeout(turn, GATHER_MS);
    pass(items);
  }

  return {
    add(item) {
      gathered.push(item);
      if (timer === undefined) turn();
    },
    drop() {
      clearTimeout(timer);
      gathered = [];
    },
  };
}
