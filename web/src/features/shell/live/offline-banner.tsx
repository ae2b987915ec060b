import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LiveState } from './event-source';

/** A connection that comes back sooner than this is not worth a word. */
const PATIENCE_MS = 2_500;

/** Says that the page has stopped updating itself, and offers to try at once. */
export function OfflineBanner({ state, retry }: { state: LiveState; retry: () => void }) {
  return (
    <div role="status" className="empty:hidden">
      {state === 'lost' && <LostForAWhile retry={retry} />}
    </div>
  );
}

function LostForAWhile({ retry }: { retry: () => void }) {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (patient) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 bg-warn-wash px-5 py-1 text-warn">
      <p className="flex items-center gap-2 font-medium">
        <WifiOff aria-hidden="true" className="size-4 shrink-0" />
        Connection lost. This page may be out of date. Reconnecting...
      </p>
      <button
        type="button"
        onClick={retry}
        className="touch-target rounded-full px-3 font-semibold underline underline-offset-4"
      >
        Try now
      </button>
    </div>
  );
}
