import type { ReactNode } from 'react';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { ChangedNote } from './changed-note';
import { useUnsaved } from './unsaved-guard';
import type { Draft } from './use-draft';

export interface SectionFormProps<V extends object> {
  title: string;
  note?: ReactNode;
  draft: Draft<V>;
  labels: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** A part of the settings with its fields, and the buttons that save it or take everything back. */
export function SectionForm<V extends object>({ title, note, draft, labels, children }: SectionFormProps<V>) {
  const say = useToast();
  useUnsaved(draft.dirty);
  return (
    <Section title={title} note={note}>
      <form
        noValidate
        className="grid gap-6 border-t border-line px-5 py-6 sm:px-6"
        onSubmit={(event) => {
          event.preventDefault();
          void draft.save().then((saved) => saved && say('Saved.'));
        }}
      >
        <ChangedNote draft={draft} labels={labels} />
        {children}
        <Problem>{draft.theirs ? undefined : draft.problem}</Problem>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={draft.busy} disabled={!draft.dirty || draft.theirs !== undefined}>
            Save
          </Button>
          <Button variant="secondary" onClick={draft.discard} disabled={!draft.dirty || draft.busy}>
            Discard changes
          </Button>
        </div>
      </form>
    </Section>
  );
}
