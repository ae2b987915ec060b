import { useQuery } from '@tanstack/react-query';
import type { Middleware } from 'openapi-fetch';
import { useCallback, useEffect, useRef, useState } from 'react';
import { answer } from '@/api/answer';
import { api } from '@/api/client';
import { minutesAndSeconds } from '@/lib/time/clinic-time';
import { LOGIN, loginAddress, type EndReason } from '@/lib/session/return-path';
import { setSignedInHint } from '@/lib/session/signed-in-hint';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { endSession } from './end-session';
import { IdleClock } from './idle-clock';
import { sessionQuery } from './queries';
import type { Leave } from './session-watch';

const TOUCH = '/api/session/touch';

export interface IdleWarningProps {
  /** Leaves the clinic area for an address, with a full page load. */
  leave: Leave;
}

/** Warns before a session ends because no one uses it, and ends it. Put it around no page: it stands beside them. */
export function IdleWarning({ leave }: IdleWarningProps) {
  // Pages ask who is signed in; this only listens to the answer.
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  return data ? <Watch idleMs={data.idle_seconds * 1000} leave={leave} /> : null;
}

function Watch({ idleMs, leave }: IdleWarningProps & { idleMs: number }) {
  const clock = useRef<IdleClock>(null);
  const [endsAt, setEndsAt] = useState<number | null>(null);

  /** Leaves in any case: the server's own end of the session is at hand, if it cannot be reached now. */
  const end = useCallback(
    (address: string, why?: EndReason) => leave(address, endSession(why).catch(() => setSignedInHint(false, why))),
    [leave],
  );

  useEffect(() => {
    const running = new IdleClock(idleMs);
    clock.current = running;
    // Whether the session had ended meanwhile shows in the answer, a 401, which leads to the login.
    running.on('touch', () => void answer(api.POST(TOUCH)).catch(() => undefined));
    running.on('state', (state) => {
      setEndsAt(state.idle === 'soon' ? state.endsAt : null);
      if (state.idle === 'ended') end(loginAddress(location.pathname + location.search, 'idle'), 'idle');
    });
    const stopMarking = markBackground(running);
    const stopClock = running.start();
    return () => {
      stopMarking();
      stopClock();
    };
  }, [idleMs, end]);

  const stay = () => clock.current?.stay();
  return (
    <Dialog open={endsAt !== null} onClose={stay} title="Are you still there?">
      {endsAt !== null && <TimeLeft endsAt={endsAt} />}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={stay}>Stay signed in</Button>
        <Button variant="secondary" onClick={() => end(LOGIN)}>
          Log out
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Tells the server which requests are no one's doing, such as those that follow an event of the clinic: they are
 * not to keep the session alive. A touch speaks for activity that was.
 */
function markBackground(clock: IdleClock): () => void {
  const mark: Middleware = {
    onRequest({ request, schemaPath }) {
      if (clock.away && schemaPath !== TOUCH) request.headers.set('Mia-Background', '1');
    },
  };
  api.use(mark);
  return () => api.eject(mark);
}

function TimeLeft({ endsAt }: { endsAt: number }) {
  const [left, setLeft] = useState(() => endsAt - Date.now());
  useEffect(() => {
    const tick = setInterval(() => setLeft(endsAt - Date.now()), 1000);
    return () => clearInterval(tick);
  }, [endsAt]);
  return (
    <p className="mt-3 text-slate">
      To protect your patients, you’ll be logged out in{' '}
      {/* Said once, when the dialog opens, and not at every second. */}
      <span role="timer" aria-live="off" className="font-semibold text-ink tabular-nums">
        {minutesAndSeconds(left / 1000)}
      </span>
      .
    </p>
  );
}
