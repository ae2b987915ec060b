import { useState, type FormEvent } from 'react';
import { newKey } from '@/lib/new-key';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { TextArea } from '@/ui/fields/text-area';
import { useToast } from '@/ui/feedback/toast';
import { Agreements, agreementsIn } from './agreements';
import { LeadFields, readFields } from './lead-fields';
import { enterLead, type Owner } from './queries';
import { useLeadForm } from './use-lead-form';
import { nameOf } from './words';

export interface NewLeadProps {
  slug: string;
  owners: readonly Owner[];
  open: boolean;
  onClose: () => void;
}

/** Enters someone who asked at the desk, on the phone or anywhere else. */
export function NewLead({ open, onClose, ...form }: NewLeadProps) {
  return (
    <Dialog open={open} onClose={onClose} title="New lead" className="w-[min(34rem,calc(100vw-2rem))]">
      <NewLeadForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function NewLeadForm({ slug, owners, onClose }: Omit<NewLeadProps, 'open'>) {
  const [key] = useState(newKey);
  const [agreed, setAgreed] = useState<string[]>([]);
  const say = useToast();
  const { busy, faults, problem, submit } = useLeadForm(slug, ({ lead }) => {
    say(`${nameOf(lead)} is in the pipeline.`);
    onClose();
  });

  function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const message = form.get('message');
    void submit(() =>
      enterLead(slug, {
        ...readFields(form),
        message: typeof message === 'string' ? message.trim() || null : null,
        ...agreementsIn(agreed),
        idempotency_key: key,
      }),
    );
  }

  return (
    <form onSubmit={enter} className="mt-5 grid gap-4">
      <Problem>{problem}</Problem>
      <LeadFields owners={owners} faults={faults} />
      <TextArea label="Their message" name="message" maxLength={2000} error={faults['message']} />
      <Agreements chosen={agreed} onChange={setAgreed} />
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Add lead
        </Button>
      </div>
    </form>
  );
}
