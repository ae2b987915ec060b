import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { NoteConflict, saveNote, type Note } from './note';
import { patientQuery, type Patient } from './queries';

/** How long after a failure to try again by itself. */
const RETRY_MS = 5_000;

interface Draft {
  text: string;
  base: Note;
}

/** Texts that have not been saved, by patient, so that looking at another patient loses none. In memory only. */
const drafts = new Map<string, Draft>();

function keepDraft(patient: string, draft: Draft | null): void {
  if (draft) drafts.set(patient, draft);
  else drafts.delete(patient);
}

export type NotePhase =
  | { is: 'saved' }
  | { is: 'unsaved' }
  | { is: 'saving' }
  /** Out of reach; it is tried again by itself. */
  | { is: 'waiting' }
  | { is: 'refused'; reason: string }
  /** Someone else has changed it: `theirs` stands on the record now. */
  | { is: 'conflict'; theirs: Note };

export interface NoteState {
  text: string;
  /** What the text was begun from. */
  base: Note;
  phase: NotePhase;
  write: (text: string) => void;
  save: () => void;
  /** Ends a conflict with this text, over what the other person wrote. */
  settle: (text: string, over: Note) => void;
}

/** The note of a patient while someone writes it: nothing typed is lost to a bad connection or to a colleague. */
export function useNote(slug: string, patient: Patient): NoteState {
  const queries = useQueryClient();
  const record: Note = { text: patient.note, version: patient.note_version };
  const kept = drafts.get(patient.id);
  const [text, setText] = useState(kept?.text ?? record.text);
  const [base, setBase] = useState(kept?.base ?? record);
  const [phase, setPhase] = useState<NotePhase>(kept ? { is: 'unsaved' } : { is: 'saved' });
  const newest = useRef(text);

  // What a colleague saves while one looks, or writes, comes with the record.
  if (record.version > base.version && phase.is !== 'saving') {
    if (phase.is === 'saved') {
      setBase(record);
      setText(record.text);
    } else if (phase.is !== 'conflict' || phase.theirs.version < record.version) {
      setPhase({ is: 'conflict', theirs: record });
    }
  }

  const put = useCallback(
    async (note: Note) => {
      setPhase({ is: 'saving' });
      try {
        const saved = await saveNote(slug, patient.id, note);
        const { queryKey } = patientQuery(slug, patient.id);
        queries.setQueryData(queryKey, (old) => old && { ...old, note: saved.text, note_version: saved.version });
        setBase(saved);
        const more = newest.current !== note.text; // typed while it was on its way
        keepDraft(patient.id, more ? { text: newest.current, base: saved } : null);
        if (!more) setText(saved.text);
        setPhase({ is: more ? 'unsaved' : 'saved' });
      } catch (error) {
        setPhase(phaseAfter(error));
      }
    },
    [queries, slug, patient.id],
  );

  useEffect(() => void (newest.current = text), [text]);
  const retry = useEffectEvent(() => void put({ text, version: base.version }));
  useEffect(() => (phase.is === 'waiting' ? tryAgain(() => retry()) : undefined), [phase]);
  // Before the page is painted: who sees that it is saved may leave at once.
  useLayoutEffect(() => (phase.is === 'saved' ? undefined : holdPage()), [phase.is]);

  return {
    text,
    base,
    phase,
    write(next) {
      setText(next);
      keepDraft(patient.id, { text: next, base });
      if (phase.is !== 'conflict') setPhase({ is: 'unsaved' });
    },
    save: () => void put({ text, version: base.version }),
    settle(next, over) {
      setText(next);
      newest.current = next;
      setBase(over);
      if (next !== over.text) return void put({ text: next, version: over.version });
      keepDraft(patient.id, null);
      setPhase({ is: 'saved' });
    },
  };
}

function phaseAfter(error: unknown): NotePhase {
  if (error instanceof NoteConflict) return { is: 'conflict', theirs: error.current };
  return isWorthRetrying(error) ? { is: 'waiting' } : { is: 'refused', reason: reasonOf(error) };
}

/** Tries when the network is back, and every few seconds in any case. */
function tryAgain(run: () => void): () => void {
  const timer = setInterval(run, RETRY_MS);
  addEventListener('online', run);
  return () => {
    clearInterval(timer);
    removeEventListener('online', run);
  };
}

/** Has the browser ask before the page is closed. */
function holdPage(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
