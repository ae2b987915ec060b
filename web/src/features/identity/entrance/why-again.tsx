import { useEffect, useState } from 'react';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { endedByIdling, returnPath } from '@/lib/session/return-path';

type Ending = Schemas['Ending'];

const WORDS: Record<Ending, string> = {
  idle: 'You were logged out due to inactivity.',
  too_old: 'You were logged out because you had been logged in for a long time.',
  elsewhere: 'You were logged out from another device.',
  password: 'You were logged out because your password was changed.',
  second_factor: 'You were logged out because your second factor was changed.',
  role: 'You were logged out because your role was changed.',
  disabled: 'Your access was turned off. Ask the owner of your practice.',
};

/** Why a page asks to log in again. The server tells only a browser that still has the cookie of the ended session. */
export function WhyAgain() {
  const [why, setWhy] = useState<Ending | null>(() => (endedByIdling(location.search) ? 'idle' : null));
  const asks = why === null && returnPath(location.search) !== null;
  useEffect(() => {
    if (!asks) return undefined;
    let here = true;
    const unknown = () => null; // the form works without it
    void answer(api.GET('/api/session/ended'))
      .then((found) => found.why, unknown)
      .then((found) => {
        if (here) setWhy(found);
      });
    return () => {
      here = false;
    };
  }, [asks]);
  if (why === null) return null;
  return (
    <p role="status" className="mt-6 rounded-xl bg-info-wash px-4 py-3 text-info">
      {WORDS[why]}
    </p>
  );
}
