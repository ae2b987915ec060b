import { useState, type FormEvent } from 'react';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { RadioCards } from '@/ui/fields/radio-cards';
import type { Lead, LostReason } from './queries';
import { LOST_REASONS, nameOf } from './words';

export interface LostDialogProps {
  /** The lead that is about to be lost; null closes the dialog. */
  lead: Lead | null;
  onClose: () => void;
  onLost: (lead: Lead, reason: LostReason) => void;
}

const OPTIONS = Object.entries(LOST_REASONS).map(([value, label]) => ({ value, label }));

/** Asks why a lead is lost. */
export function LostDialog({ lead, onClose, onLost }: LostDialogProps) {
  const [reason, setReason] = useState<LostReason>('no_answer');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (lead) onLost(lead, reason);
    onClose();
  }
  return (
    <Dialog open={lead !== null} onClose={onClose} title={lead ? `Mark ${nameOf(lead)} as lost` : 'Mark as lost'}>
      <form onSubmit={submit} className="mt-5 grid gap-5">
        <RadioCards
          legend="Why?"
          name="reason"
          options={OPTIONS}
          value={reason}
          onChange={(value) => setReason(value as LostReason)}
        />
        <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Mark as lost</Button>
        </div>
      </form>
    </Dialog>
  );
}
