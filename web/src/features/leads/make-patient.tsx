import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent } from 'react';
import { answer, faultsIn, reasonOr } from '@/api/answer';
import { api } from '@/api/client';
import { ofClinic } from '@/api/keys';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { Dialog } from '@/ui/overlays/dialog';

export interface MakePatientProps {
  slug: string;
  /** The conversation that becomes theirs. */
  id: string;
  /** What their lead is called. */
  name: string;
  open: boolean;
  onClose: () => void;
}

const PARTS = ['conversations/search', 'conversations/counts', 'conversations/{conversation_id}', 'leads/{lead_id}', 'tasks', 'tasks/{task_id}'] as const;

/** Makes who writes a patient; their number and what was written is known already. */
export function MakePatient({ open, onClose, ...form }: MakePatientProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Make a patient">
      {open && <Form onClose={onClose} {...form} />}
    </Dialog>
  );
}

function Form({ slug, id, name, onClose }: Omit<MakePatientProps, 'open'>) {
  const queries = useQueryClient();
  const say = useToast();
  const { busy, error, problem, submit } = useSubmit(reasonOr('Couldn’t make the patient. Please try again.'));

  function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const said = new FormData(event.currentTarget).get('name');
    const body = { name: typeof said === 'string' ? said.trim() : '' };
    void submit(async () => {
      await answer(
        api.POST('/api/clinics/{slug}/conversations/{conversation_id}/patient', {
          params: { path: { slug, conversation_id: id } },
          body,
        }),
      );
      say(`${body.name} is a patient now, with this conversation.`);
      onClose();
      await queries.invalidateQueries(ofClinic(slug, PARTS));
    });
  }

  return (
    <form onSubmit={make} className="mt-5 grid gap-4">
      <Problem>{problem}</Problem>
      <TextField label="Full name" name="name" defaultValue={name} required maxLength={120} autoComplete="off" error={faultsIn(error)['name']} />
      <p className="text-slate">This conversation goes with them, and so do their lead and what they said there.</p>
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Make a patient
        </Button>
      </div>
    </form>
  );
}
