import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '@/lib/after-paint';

/** A browser that does not say when it is idle is taken to be so soon. */
const SOON_MS = 50;
/** So long it may be busy with what comes first. */
const LATEST_MS = 1000;

/** Whether the browser is done with what was drawn first: time for what the page shows later. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // A browser may be idle before it has painted.
    let drop = afterPaint(() => (drop = whenIdle(() => startTransition(() => setIdle(true)))));
    return () => drop();
  }, []);
  return idle;
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const planned = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(planned);
}
