import { useId } from 'react';
import { wordChanges } from '@/lib/word-changes';
import { Button } from '@/ui/buttons/button';
import type { Note } from './note';
import type { Patient } from './queries';
import { useNote, type NotePhase, type NoteState } from './use-note';

/** Characters of a note that the server takes. */
const LONGEST_NOTE = 4_000;

export interface NoteEditorProps {
  slug: string;
  patient: Patient;
  readOnly: boolean;
}

/** The internal note on a patient, for staff alone. */
export function NoteEditor({ slug, patient, readOnly }: NoteEditorProps) {
  const note = useNote(slug, patient);
  const id = useId();
  const idle = note.phase.is === 'saved' || note.phase.is === 'saving' || note.phase.is === 'conflict';
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.9375rem] font-medium">
        Internal note <span className="font-normal text-slate">(optional)</span>
      </label>
      <textarea
        id={id}
        value={note.text}
        readOnly={readOnly}
        rows={4}
        maxLength={LONGEST_NOTE}
        onChange={(event) => note.write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !idle) note.save();
        }}
        aria-describedby={`${id}-state`}
        className="block w-full rounded-xl border border-line-strong bg-paper px-4 py-3"
      />
      {!readOnly && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" disabled={idle} onClick={note.save}>
            {note.phase.is === 'waiting' ? 'Try again' : 'Save note'}
          </Button>
          <p id={`${id}-state`} role="status" className="min-w-0 flex-1 text-sm text-slate">
            {phaseInWords(note.phase)}
          </p>
        </div>
      )}
      {note.phase.is === 'conflict' && <Conflict note={note} theirs={note.phase.theirs} />}
    </div>
  );
}

function phaseInWords(phase: NotePhase): string {
  switch (phase.is) {
    case 'saved':
      return '';
    case 'unsaved':
      return 'Not saved yet.';
    case 'saving':
      return 'Saving…';
    case 'waiting':
      return 'Not saved: couldn’t reach the server. Your note is kept here and will be saved when the server is back.';
    case 'refused':
      return `Not saved: ${phase.reason}`;
    case 'conflict':
      return 'Not saved: someone else changed this note.';
  }
}

/** What a colleague made of the note meanwhile, and the ways to go on. */
function Conflict({ note, theirs }: { note: NoteState; theirs: Note }) {
  const both = [theirs.text, note.text].filter(Boolean).join('\n');
  return (
    <div role="alert" className="mt-4 rounded-xl bg-warn-wash p-4">
      <p className="font-semibold text-warn">Someone else changed this note</p>
      <p className="mt-2 text-[0.9375rem] whitespace-pre-wrap">
        {theirs.text === '' && <em>They deleted it.</em>}
        {wordChanges(note.base.text, theirs.text).map(({ kind, text }, index) =>
          kind === 'same' ? (
            text
          ) : kind === 'added' ? (
            <ins key={index} className="font-semibold decoration-2">
              {text}
            </ins>
          ) : (
            <del key={index} className="opacity-75">
              {text}
            </del>
          ),
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => note.settle(both, theirs)}>Keep both</Button>
        <Button variant="secondary" onClick={() => note.settle(note.text, theirs)}>
          Keep mine
        </Button>
        <Button variant="secondary" onClick={() => note.settle(theirs.text, theirs)}>
          Use theirs
        </Button>
      </div>
    </div>
  );
}
