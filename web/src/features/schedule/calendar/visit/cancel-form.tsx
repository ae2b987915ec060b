import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { Switch } from '@/ui/fields/switch';
import { TextField } from '@/ui/fields/text-field';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import type { Visit } from '../queries';
import type { Changes } from '../use-changes';

/** Cancels a visit, says why, and whether the patient is told. */
export function CancelForm({ visit, changes, onClose }: { visit: Visit; changes: Changes; onClose: () => void }) {
  const [tell, setTell] = useState(true);
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t reach the server. Nothing was changed.'));

  async function cancel(fields: FormData) {
    const reason = String(fields.get('reason')).trim();
    if (!reason) throw new Refused('Enter a reason for your team.');
    await changes.cancel(visit, reason, tell);
    onClose();
  }

  return (
    <form onSubmit={send(cancel)} className="mt-5 grid gap-5">
      <TextField label="Reason" name="reason" maxLength={200} autoComplete="off" hint="For your team only. The patient won’t see it." />
      <Switch label="Notify patient" note="By text or email, in 10 seconds." checked={tell} onChange={setTell} />
      <Problem>{problem}</Problem>
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Cancel appointment
        </Button>
      </div>
    </form>
  );
}
