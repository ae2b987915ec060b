import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { longTimestamp } from '@/lib/time/clinic-time';
import { newKey } from '@/lib/new-key';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { Marks } from './conversation-list';
import { conversationQuery, useMode, useWrite, type ConversationDetail, type Text } from './queries';

export interface ThreadProps {
  slug: string;
  timeZone: string;
  id: string;
  mayWrite: boolean;
  /** Back to the list, where only one of the two has room. */
  onBack?: () => void;
}

const explainThread = explain('Couldn’t load the conversation.');

/** One conversation: what was written, who answers, and the way to answer oneself. */
export function Thread({ slug, timeZone, id, mayWrite, onBack }: ThreadProps) {
  const thread = useQuery(conversationQuery(slug, id));
  return (
    <Loaded query={thread} waiting="Loading the conversation" explain={explainThread}>
      {(found) => (
        <div className="flex h-full min-h-0 flex-col">
          <Heading slug={slug} thread={found} mayWrite={mayWrite} onBack={onBack} />
          <Texts texts={found.messages} timeZone={timeZone} />
          {mayWrite && <Composer slug={slug} thread={found} />}
        </div>
      )}
    </Loaded>
  );
}

interface HeadingProps {
  slug: string;
  thread: ConversationDetail;
  mayWrite: boolean;
  onBack: (() => void) | undefined;
}

function Heading({ slug, thread, mayWrite, onBack }: HeadingProps) {
  const say = useToast();
  const change = useMode(slug, thread.id);
  const next = thread.mode === 'mia' ? 'staff' : 'mia';
  const turn = () =>
    change.mutate(next, {
      onSuccess: () => say(next === 'staff' ? 'You’re replying now. Mia is paused.' : 'Mia is replying again.'),
      onError: (error) => say(reasonOf(error, 'That didn’t work. Please try again.')),
    });
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-5 py-4 sm:px-6">
      {onBack && (
        <Button variant="quiet" onClick={onBack} className="px-3 lg:hidden">
          <ArrowLeft aria-hidden="true" className="size-4" />
          All
        </Button>
      )}
      <div className="mr-auto min-w-0">
        <h2 className="truncate font-display text-2xl leading-tight font-medium">{thread.name ?? thread.phone}</h2>
        {thread.name && <p className="text-[0.9375rem] text-slate tabular-nums">{thread.phone}</p>}
        <Marks conversation={thread} />
      </div>
      {mayWrite && (
        <Button variant="secondary" busy={change.isPending} onClick={turn}>
          {next === 'staff' ? 'Take over' : 'Hand back to Mia'}
        </Button>
      )}
    </header>
  );
}

const NAMES: Record<Text['from'], string> = { patient: 'Patient', mia: 'Mia', staff: 'Staff' };

const STATUSES: Record<Text['status'], string> = {
  received: '',
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  blocked: 'Not sent: contact rules',
};

function Texts({ texts, timeZone }: { texts: readonly Text[]; timeZone: string }) {
  const box = useRef<HTMLOListElement>(null);
  const newest = texts.at(-1)?.id;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest]);
  return (
    <ol
      ref={box}
      role="log"
      aria-label="Messages"
      // A scrolling list must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="scroll-calm grid max-h-[34rem] min-h-48 flex-1 content-start gap-4 overflow-y-auto px-5 py-5 outline-offset-[-3px] sm:px-6"
    >
      {texts.map((text) => (
        <Bubble key={text.id} text={text} timeZone={timeZone} />
      ))}
    </ol>
  );
}

function Bubble({ text, timeZone }: { text: Text; timeZone: string }) {
  const ours = text.from !== 'patient';
  const looks = { patient: 'bg-celadon', mia: 'bg-mia-wash', staff: 'bg-petrol text-on-petrol' }[text.from];
  const lost = text.status === 'failed' || text.status === 'blocked';
  return (
    <li className={classNames('grid max-w-[85%] gap-1 sm:max-w-[70%]', ours && 'justify-self-end')}>
      <p className={classNames('rounded-2xl px-4 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]', looks)}>
        {text.text || <em>Deleted after the retention period</em>}
      </p>
      <p className={classNames('text-xs text-slate', ours && 'text-right', lost && 'font-semibold text-bad')}>
        {NAMES[text.from]} · <time dateTime={text.at}>{longTimestamp(text.at, timeZone)}</time>
        {STATUSES[text.status] && ` · ${STATUSES[text.status]}`}
      </p>
    </li>
  );
}

function Composer({ slug, thread }: { slug: string; thread: ConversationDetail }) {
  const [text, setText] = useState('');
  // One key for one message, however often it has to be tried.
  const [key, setKey] = useState(newKey);
  const write = useWrite(slug, thread.id);

  function send(event: FormEvent) {
    event.preventDefault();
    if (!text.trim() || write.isPending) return;
    write.mutate({ text: text.trim(), key }, { onSuccess: () => (setText(''), setKey(newKey())) });
  }

  if (thread.opted_out) {
    return (
      <p className="border-t border-line px-5 py-4 text-slate sm:px-6">
        This patient opted out of messages. You can’t message them until they opt back in.
      </p>
    );
  }
  return (
    <form onSubmit={send} className="grid gap-3 border-t border-line px-5 py-4 sm:px-6">
      <label>
        <span className="sr-only">Message</span>
        <textarea
          value={text}
          rows={2}
          maxLength={1600}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send(event)}
          placeholder="Write a message"
          className="block w-full rounded-xl border border-line-strong bg-paper px-4 py-3 placeholder:text-slate"
        />
      </label>
      <Problem>
        {write.isError ? reasonOf(write.error, 'Not sent: couldn’t reach the server. Press Send again.') : undefined}
      </Problem>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-slate">
          {thread.mode === 'mia' ? 'Replying pauses Mia.' : 'Mia is paused.'}
        </p>
        <Button type="submit" busy={write.isPending} disabled={!text.trim()}>
          Send
        </Button>
      </div>
    </form>
  );
}
