import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { useAddNote } from './note-queries';
import { useWrite } from './queries';

/** A message to the person, or a note for the team. */
export type Kind = 'reply' | 'note';

const UNSENT: Record<Kind, string> = {
  reply: 'Not sent: couldn’t reach the server. Press Send again.',
  note: 'Not saved: couldn’t reach the server. Press Save note again.',
};

/** What is being written of each kind; what was sent is emptied. */
export function useDrafts(slug: string, threadId: string, kind: Kind) {
  const [drafts, setDrafts] = useState({ reply: '', note: '' });
  // One key for one message, however often it has to be tried.
  const [key, setKey] = useState(newKey);
  const write = useWrite(slug, threadId);
  const leave = useAddNote(slug, threadId);
  const { isPending, isError, error } = kind === 'reply' ? write : leave;
  const put = (draft: string) => setDrafts((all) => ({ ...all, [kind]: draft }));
  const text = drafts[kind];

  function send() {
    if (!text.trim() || isPending) return;
    if (kind === 'reply') write.mutate({ text: text.trim(), key }, { onSuccess: () => (put(''), setKey(newKey())) });
    else leave.mutate(text.trim(), { onSuccess: () => put('') });
  }

  return { text, put, send, isPending, problem: isError ? reasonOf(error, UNSENT[kind]) : undefined };
}
