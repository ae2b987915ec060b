import { useState, type FormEvent } from 'react';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { Agreements, agreementsIn } from './agreements';
import { LeadFields, readFields } from './lead-fields';
import { saveLead, type LeadDetail, type Owner } from './queries';
import { useLeadForm } from './use-lead-form';

export interface LeadEditorProps {
  slug: string;
  detail: LeadDetail;
  owners: readonly Owner[];
  onDone: () => void;
}

/** Changes who a lead is, who has it, and what is to be done next. */
export function LeadEditor({ slug, detail, owners, onDone }: LeadEditorProps) {
  const { busy, faults, problem, submit } = useLeadForm(slug, onDone);
  const [agreed, setAgreed] = useState<string[]>([]);
  const { lead } = detail;

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() || null : null;
    };
    const change = { ...readFields(form), next_step: text('next_step'), next_step_on: text('next_step_on'), ...agreementsIn(agreed) };
    void submit(() => saveLead(slug, lead.id, { ...change, version: lead.version }));
  }

  return (
    <form onSubmit={save} className="mt-5 grid gap-4">
      <Problem>{problem}</Problem>
      <LeadFields detail={detail} owners={owners} faults={faults} />
      <TextField
        label="Next step"
        name="next_step"
        defaultValue={lead.next_step ?? ''}
        maxLength={300}
        autoComplete="off"
        error={faults['next_step']}
      />
      <TextField
        label="Due"
        name="next_step_on"
        type="date"
        defaultValue={lead.next_step_on ?? ''}
        error={faults['next_step_on']}
      />
      <Agreements chosen={agreed} onChange={setAgreed} />
      <div className="mt-1 flex gap-3 max-sm:flex-col-reverse sm:justify-end">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
