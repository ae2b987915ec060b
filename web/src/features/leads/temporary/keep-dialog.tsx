import { useState } from 'react';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Agreements, agreementsIn } from '../agreements';
import type { Agreed, TemporaryLead } from './queries';

export interface KeepDialogProps {
  /** The lead to keep in the pipeline; the dialog is closed without one. */
  lead: TemporaryLead | undefined;
  onClose: () => void;
  onKeep: (lead: TemporaryLead, agreed: Agreed) => void;
}

/** Asks, before a lead goes to the pipeline, what they agreed to: without it Mia can't reply to them there. */
export function KeepDialog({ lead, onClose, onKeep }: KeepDialogProps) {
  return (
    <Dialog open={Boolean(lead)} onClose={onClose} title="Save to pipeline" className="w-[min(34rem,calc(100vw-2rem))]">
      {lead && <Question key={lead.id} lead={lead} onClose={onClose} onKeep={onKeep} />}
    </Dialog>
  );
}

function Question({ lead, onClose, onKeep }: KeepDialogProps & { lead: TemporaryLead }) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <div className="mt-5 grid gap-5">
      <Agreements chosen={chosen} onChange={setChosen} />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onKeep(lead, agreementsIn(chosen))}>Save {lead.name}</Button>
      </div>
    </div>
  );
}
