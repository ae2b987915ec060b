import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { reasonOf } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { useAddNote } from './note-queries';
import { useWrite, type Conversation } from './queries';

/** A message to the person, or a note for the team. */
export type Kind = 'reply' | 'note';

type Person = Pick<Conversation, 'id' | 'patient_id'>;

/** What is half written. One key for one message, however often it has to be tried. */
interface Draft {
  text: string;
  key: string;
}

/** By kind and person. */
type Drafts = Readonly<Record<string, Draft>>;

const NONE: Drafts = {};
const UNSENT: Record<Kind, string> = {
  reply: 'Not sent: couldn’t reach the server. Press Send again.',
  note: 'Not saved: couldn’t reach the server. Press Save note again.',
};

/** Everything half written, by clinic: it lasts as long as the page, whichever conversation is open, and is kept nowhere. */
class Desk {
  private written: Readonly<Record<string, Drafts>> = {};
  private readonly readers = new Set<() => void>();

  read(slug: string): Drafts {
    return this.written[slug] ?? NONE;
  }

  write(slug: string, drafts: Drafts): void {
    this.written = { ...this.written, [slug]: drafts };
    for (const tell of this.readers) tell();
  }

  readonly watch = (tell: () => void) => {
    this.readers.add(tell);
    return () => void this.readers.delete(tell);
  };
}

/** One for each page. Not kept among the queries: they tell of a change a moment later, and a box would lose letters. */
const desks = new WeakMap<QueryClient, Desk>();

function deskOf(queries: QueryClient): Desk {
  const desk = desks.get(queries) ?? new Desk();
  desks.set(queries, desk);
  return desk;
}

function useAll(slug: string) {
  const desk = deskOf(useQueryClient());
  const drafts = useSyncExternalStore(desk.watch, () => desk.read(slug));
  return { drafts, change: (next: (all: Drafts) => Drafts) => desk.write(slug, next(desk.read(slug))) };
}

/** Who has something half written to them, or about them. */
export function useHasDraft(slug: string): (person: Person) => boolean {
  const { drafts } = useAll(slug);
  return (person) => (['reply', 'note'] as const).some((kind) => namesOf(kind, person).some((name) => drafts[name]?.text.trim()));
}

/** What is being written to a person, of one kind; what was sent is emptied. */
export function useDrafts(slug: string, person: Person, threadId: string, kind: Kind) {
  const { drafts, change } = useAll(slug);
  const write = useWrite(slug, threadId);
  const leave = useAddNote(slug, threadId);
  const { isPending, isError, error } = kind === 'reply' ? write : leave;
  const names = namesOf(kind, person);
  const draft = names.map((name) => drafts[name]).find(Boolean);

  const put = (text: string) => change((all) => withDraft(all, names, { text, key: draft?.key ?? newKey() }));

  function send() {
    const text = draft?.text.trim();
    if (!text || isPending) return;
    const sending = kind === 'reply' ? write.mutateAsync({ text, key: draft!.key }) : leave.mutateAsync(text);
    // Not told by the page, which may show another conversation by then.
    sending.then(
      () => change((all) => withDraft(all, names, { text: restOf(all, names, draft!.text), key: newKey() })),
      () => undefined,
    );
  }

  return { text: draft?.text ?? '', put, send, isPending, problem: isError ? reasonOf(error, UNSENT[kind]) : undefined };
}

/** The names of a draft: by the patient, and by the conversation, which may become a patient's while one writes. */
function namesOf(kind: Kind, { patient_id: patient, id }: Person): string[] {
  return [patient, id].filter(Boolean).map((one) => `${kind} ${one}`);
}

function withDraft(all: Drafts, names: readonly string[], draft: Draft): Drafts {
  const others = Object.entries(all).filter(([name]) => !names.includes(name));
  return Object.fromEntries(draft.text ? [...others, [names[0], draft]] : others);
}

/** What has been written since a text was sent. */
function restOf(all: Drafts, names: readonly string[], sent: string): string {
  const now = names.map((name) => all[name]?.text).find(Boolean) ?? '';
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
