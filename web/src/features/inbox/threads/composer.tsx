import { useRef, useState, type FormEvent } from 'react';
import { reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { newKey } from '@/lib/new-key';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useAddNote } from './note-queries';
import { useWrite, type ConversationDetail } from './queries';
import type { ConversationRights } from './rights';
import { Consent, WayChoice } from './ways';

export interface ComposerProps {
  slug: string;
  thread: ConversationDetail;
  timeZone: string;
  may: ConversationRights;
}

type Kind = 'reply' | 'note';

const WORDS = {
  reply: { label: 'Message', hint: 'Write a message', send: 'Send', unsent: 'Not sent: couldn’t reach the server. Press Send again.' },
  note: { label: 'Note', hint: 'Write a note for your team', send: 'Save note', unsent: 'Not saved: couldn’t reach the server. Press Save note again.' },
};

/** Writes to a person by any of their addresses, and says whether that may be done; or leaves the team a note. */
export function Composer({ slug, thread, timeZone, may }: ComposerProps) {
  const [kind, setKind] = useState<Kind>(may.write ? 'reply' : 'note');
  const [drafts, setDrafts] = useState({ reply: '', note: '' });
  // One key for one message, however often it has to be tried.
  const [key, setKey] = useState(newKey);
  const [chosen, setChosen] = useState(thread.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const way = thread.ways.find(({ id }) => id === chosen) ?? thread.ways[0];
  const write = useWrite(slug, chosen);
  const leave = useAddNote(slug, chosen);

  const [text, words] = [drafts[kind], WORDS[kind]];
  const put = (draft: string) => setDrafts((all) => ({ ...all, [kind]: draft }));
  const { isPending, isError, error } = kind === 'reply' ? write : leave;

  function send(event: FormEvent) {
    event.preventDefault();
    if (!text.trim() || isPending) return;
    if (kind === 'reply') write.mutate({ text: text.trim(), key }, { onSuccess: () => (put(''), setKey(newKey())) });
    else leave.mutate(text.trim(), { onSuccess: () => put('') });
  }

  if (!way) return null;
  const closed = kind === 'reply' && way.opted_out;
  return (
    <form onSubmit={send} className="grid gap-2 border-t border-line px-5 py-3 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {may.write && may.note && <KindChoice kind={kind} onChoose={(next) => (setKind(next), box.current?.focus())} />}
        {kind === 'reply' && thread.ways.length > 1 && <WayChoice ways={thread.ways} chosen={way.id} onChoose={setChosen} />}
        {kind === 'reply' ? <Consent way={way} timeZone={timeZone} /> : <p className="text-slate">Only your team sees notes.</p>}
      </div>
      {!closed && (
        <>
          <label>
            <span className="sr-only">{words.label}</span>
            <textarea
              ref={box}
              value={text}
              rows={2}
              maxLength={kind === 'reply' ? 1600 : 4000}
              onChange={(event) => put(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send(event)}
              placeholder={words.hint}
              className={classNames(
                'block w-full rounded-xl border px-4 py-3 placeholder:text-slate',
                kind === 'reply' ? 'border-line-strong bg-paper' : 'border-dashed border-warn bg-warn-wash',
              )}
            />
          </label>
          <Problem>{isError ? reasonOf(error, words.unsent) : undefined}</Problem>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-slate">{kind === 'reply' && (way.mode === 'mia' ? 'Replying pauses Mia.' : 'Mia is paused.')}</p>
            <Button type="submit" busy={isPending} disabled={!text.trim()}>
              {words.send}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

const KINDS: Record<Kind, string> = { reply: 'Reply', note: 'Note' };

function KindChoice({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) {
  return (
    <div role="group" aria-label="Write" className="flex rounded-full border border-line-strong p-0.5">
      {(['reply', 'note'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === kind}
          onClick={() => onChoose(one)}
          className={classNames('min-h-8 rounded-full px-3 transition-colors', one === kind ? 'bg-petrol font-semibold text-on-petrol' : 'hover:bg-celadon')}
        >
          {KINDS[one]}
        </button>
      ))}
    </div>
  );
}
