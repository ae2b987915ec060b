import { useEffect, useState } from 'react';
import { minutesAndSeconds } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';

export interface IdleDialogProps {
  /** In milliseconds since 1970. */
  endsAt: number;
  onStay: () => void;
  onLogOut: () => void;
}

/** Asks whether anyone is there, and counts down. */
export function IdleDialog({ endsAt, onStay, onLogOut }: IdleDialogProps) {
  return (
    <Dialog open onClose={onStay} title="Are you still there?">
      <TimeLeft endsAt={endsAt} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={onStay}>Stay signed in</Button>
        <Button variant="secondary" onClick={onLogOut}>
          Log out
        </Button>
      </div>
    </Dialog>
  );
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
