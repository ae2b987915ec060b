import { useState } from 'react';
import { faultsIn, reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { useSubmit } from '@/ui/hooks/use-submit';
import { detailsIn, LeadFields } from './lead-fields';
import { changeLead, useLeadsChanged, type TemporaryLead } from './queries';

export interface EditDialogProps {
  slug: string;
  /** The lead to correct; the dialog is closed without one. */
  lead: TemporaryLead | undefined;
  onClose: () => void;
}

/** Corrects what was typed in a hurry. */
export function EditDialog({ slug, lead, onClose }: EditDialogProps) {
  return (
    <Dialog open={Boolean(lead)} onClose={onClose} title="Edit lead" className="w-[min(40rem,calc(100vw-2rem))]">
      {lead && <EditForm key={lead.id} slug={slug} lead={lead} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ slug, lead, onClose }: EditDialogProps & { lead: TemporaryLead }) {
  const [name, setName] = useState(lead.name);
  const { busy, problem, error, send } = useSubmit(reasonOr('Couldn’t save the lead. Please try again.'));
  const changed = useLeadsChanged(slug);

  async function save(fields: FormData) {
    await changeLead(slug, lead.id, detailsIn(fields));
    void changed();
    onClose();
  }

  return (
    <form onSubmit={send(save)} className="mt-5 grid gap-5">
      <Problem>{problem}</Problem>
      <LeadFields lead={lead} faults={faultsIn(error)} onName={setName} />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!name.trim()} busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
