import { startTransition, useEffect, useState, type ReactNode } from 'react';

/** A browser that does not say when it is idle is taken to be so soon. */
const SOON_MS = 50;
/** So long it may be busy with what is above. */
const LATEST_MS = 1000;

/** A part of a page below the fold, `tall` about as tall: drawn when the browser is done with what is above it. */
export function Later({ tall, children }: { tall: `${number}rem`; children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setDue(true))), []);
  return (
    <div className="below-fold grid min-w-0 grid-cols-1 content-start gap-6" style={{ containIntrinsicBlockSize: `auto ${tall}`, minHeight: due ? undefined : tall }}>
      {due && children}
    </div>
  );
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const planned = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(planned);
}
