/** How long changes are gathered at least after some were passed on. */
const GATHER_MS = 250;
/** How long they are gathered at most, whatever became of those. */
const PATIENCE_MS = 5_000;

export interface Bundle<T> {
  add: (item: T) => void;
  /** Forgets what was gathered and passes nothing on anymore. */
  drop: () => void;
}

/**
 * Passes the first item on at once, and whatever follows together: after a quarter of a second, and when what was passed
 * on has been dealt with.
 *
 * One event reaches the page without delay; a burst of a hundred costs two rounds of requests, and no round begins while
 * a busy server still answers the one before.
 */
export function bundle<T>(pass: (items: T[]) => Promise<unknown>): Bundle<T> {
  let gathered: T[] = [];
  let passing = false;

  async function turn() {
    passing = true;
    while (gathered.length > 0) {
      const items = gathered;
      gathered = [];
      const dealtWith = Promise.allSettled([pass(items), after(GATHER_MS)]);
      await Promise.race([dealtWith, after(PATIENCE_MS)]);
    }
    passing = false;
  }

  return {
    add(item) {
      gathered.push(item);
      if (!passing) void turn();
    },
    drop() {
      gathered = [];
    },
  };
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
