import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { TextArea } from '@/ui/fields/text-area';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { writeVisitNote, type Visit } from '../queries';
import type { Changes } from '../use-changes';

export interface NoteProps {
  slug: string;
  visit: Visit;
  note: string;
  mayWrite: boolean;
  changes: Changes;
}

/** What the team notes on a visit; the patient never sees it. */
export function Note({ slug, visit, note, mayWrite, changes }: NoteProps) {
  const [text, setText] = useState(note);
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t save the note. Please try again.'));
  const say = useToast();
  if (!mayWrite) return note ? <p className="whitespace-pre-line">{note}</p> : null;

  async function save() {
    await writeVisitNote(slug, visit, text.trim());
    await changes.refresh();
    say('Note saved.');
  }

  return (
    <form onSubmit={send(save)} className="grid gap-3 border-t border-line pt-5">
      <TextArea label="Note for your team" rows={2} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
      <Problem>{problem}</Problem>
      {text.trim() !== note && (
        <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
          Save note
        </Button>
      )}
    </form>
  );
}
