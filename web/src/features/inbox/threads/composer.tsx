import { MessageSquareQuote } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { Problem } from '@/ui/feedback/problem';
import { useKeys } from '@/ui/hooks/use-keys';
import { firstNameOf } from '../replies/fill';
import type { ConversationDetail } from './queries';
import type { ConversationRights, Signature } from './rights';
import { useDrafts, type Kind } from './use-drafts';
import { Consent, WayChoice } from './ways';

export interface ComposerProps {
  slug: string;
  thread: ConversationDetail;
  timeZone: string;
  may: ConversationRights;
  signature: Signature;
}

const ReplyDialog = lazy(() => import('../replies/reply-dialog').then((file) => ({ default: file.ReplyDialog })));

/** Writes to a person by any of their addresses, and says whether that may be done; or leaves the team a note. R goes there. */
export function Composer({ slug, thread, timeZone, may, signature }: ComposerProps) {
  const [kind, setKind] = useState<Kind>(may.write ? 'reply' : 'note');
  const [chosen, setChosen] = useState(thread.id);
  const [asking, setAsking] = useState<boolean>();
  const box = useRef<HTMLTextAreaElement>(null);
  const way = thread.ways.find(({ id }) => id === chosen) ?? thread.ways[0];
  const { text, put, send, isPending, problem } = useDrafts(slug, thread, way?.id ?? thread.id, kind);
  useKeys({ r: () => box.current?.focus() });
  // Focus goes back to the box when the list of replies closes.
  const askForReply = () => (box.current?.focus(), setAsking(true));

  function insert(reply: string) {
    const { selectionStart: from, selectionEnd: to } = box.current ?? { selectionStart: text.length, selectionEnd: text.length };
    put(text.slice(0, from) + reply + text.slice(to));
    setAsking(false);
  }

  if (!way) return null;
  const isReply = kind === 'reply';
  return (
    <>
      <form onSubmit={(event: FormEvent) => (event.preventDefault(), send())} className="grid gap-2 border-t border-line px-5 py-3 sm:px-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {may.write && may.note && <KindChoice kind={kind} onChoose={(next) => (setKind(next), box.current?.focus())} />}
          {isReply && thread.ways.length > 1 && <WayChoice ways={thread.ways} chosen={way.id} onChoose={setChosen} />}
          {isReply ? <Consent way={way} timeZone={timeZone} /> : <p className="text-slate">Only your team sees notes.</p>}
        </div>
        {!(isReply && way.opted_out) && (
          <>
            <Box ref={box} kind={kind} text={text} onChange={put} onSend={send} onAsk={askForReply} />
            <Problem>{problem}</Problem>
            <Footer send={isReply ? 'Send' : 'Save note'} busy={isPending} disabled={!text.trim()}>
              {isReply && <Aside paused={way.mode === 'staff'} onAsk={askForReply} />}
            </Footer>
          </>
        )}
      </form>
      {asking !== undefined && (
        <Suspense>
          <ReplyDialog
            slug={slug}
            open={asking}
            names={{ ...signature, first: firstNameOf(thread.name) }}
            mayManage={may.replies}
            draft={text}
            onPick={insert}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface BoxProps {
  ref: Ref<HTMLTextAreaElement>;
  kind: Kind;
  text: string;
  onChange: (text: string) => void;
  onSend: () => void;
  /** Asks for a saved reply. */
  onAsk: () => void;
}

/** Where one writes. Ctrl+Enter sends, / in an empty message asks for a saved reply. */
function Box({ ref, kind, text, onChange, onSend, onAsk }: BoxProps) {
  const isReply = kind === 'reply';
  function press(event: KeyboardEvent) {
    const does = event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? onSend : event.key === '/' && isReply && !text ? onAsk : undefined;
    if (!does) return;
    event.preventDefault();
    does();
  }
  return (
    <label>
      <span className="sr-only">{isReply ? 'Message' : 'Note'}</span>
      <textarea
        ref={ref}
        value={text}
        rows={2}
        maxLength={isReply ? 1600 : 4000}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        placeholder={isReply ? 'Write a message' : 'Write a note for your team'}
        className={classNames(
          'block w-full rounded-xl border px-4 py-3 placeholder:text-slate',
          isReply ? 'border-line-strong bg-paper' : 'border-dashed border-warn bg-warn-wash',
        )}
      />
    </label>
  );
}

function Footer({ send, busy, disabled, children }: { send: string; busy: boolean; disabled: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <Button type="submit" busy={busy} disabled={disabled} className="ml-auto">
        {send}
      </Button>
    </div>
  );
}

/** Saved replies, and what a message does to Mia. */
function Aside({ paused, onAsk }: { paused: boolean; onAsk: () => void }) {
  return (
    <div className="-ml-2.5 flex items-center gap-1">
      <IconButton label="Saved replies (/)" onClick={onAsk}>
        <MessageSquareQuote aria-hidden="true" className="size-5" />
      </IconButton>
      <p className="text-sm text-slate">{paused ? 'Mia is paused.' : 'Replying pauses Mia.'}</p>
    </div>
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
