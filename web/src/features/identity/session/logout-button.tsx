import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button, ICON_ON_PHONE } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { LEAVING, useSubmit } from '@/ui/hooks/use-submit';
import { endSession } from './end-session';

/** Logs out, after asking. `left` runs when the session has ended and has to leave the protected page. */
export function LogoutButton({ left }: { left: () => void }) {
  const [open, setOpen] = useState(false);
  const { busy, problem, submit } = useSubmit(() => 'You’re still logged in: we couldn’t reach the server.');

  async function logOut() {
    await endSession();
    left();
    return LEAVING;
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} className={ICON_ON_PHONE}>
        <LogOut aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Logout</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Confirm Logout">
        <p className="mt-3 text-slate">Are you sure you want to log out of your dashboard?</p>
        <div role="alert" className="empty:hidden">
          {problem && <p className="mt-4 text-bad">{problem}</p>}
        </div>
        <div className="mt-8 flex justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void submit(logOut)}>
            Yes, Logout
          </Button>
        </div>
      </Dialog>
    </>
  );
}
