import { Bot, MessagesSquare, Phone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '@/lib/class-names';
import { longTimestamp } from '@/lib/time/clinic-time';
import { ActivityBadge } from '../history/activity-badge';
import { ActivityLink } from '../history/activity-link';
import type { Activity } from '../history/queries';
import { inOrder } from './in-order';
import { NoteEntry } from './note-entry';
import type { ConversationDetail, Message } from './queries';

const NAMES: Record<Message['from'], string> = { patient: 'Patient', mia: 'Mia', staff: 'Staff' };

const STATUSES: Record<Message['status'], string> = {
  received: '',
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  blocked: 'Not sent: contact rules',
};

/** What was written and said, oldest first: messages and notes in full, calls and chats as a line that opens them. */
export function Log({ slug, thread, timeZone }: { slug: string; thread: ConversationDetail; timeZone: string }) {
  const box = useRef<HTMLDivElement>(null);
  const entries = inOrder(thread);
  const newest = entries.at(-1)?.id;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest]);
  const mixed = new Set(thread.ways.map(({ channel }) => channel)).size > 1;
  return (
    <div
      ref={box}
      role="log"
      aria-label="Messages"
      // A scrolling list must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="scroll-calm min-h-32 flex-1 overflow-y-auto px-5 py-5 outline-offset-[-3px] sm:px-6"
    >
      <ol className="grid content-start gap-4">
        {entries.map((entry) =>
          'outcome' in entry ? (
            <Contact key={entry.id} contact={entry} timeZone={timeZone} />
          ) : 'mine' in entry ? (
            <NoteEntry key={entry.id} slug={slug} note={entry} timeZone={timeZone} />
          ) : (
            <Bubble key={entry.id} text={entry} timeZone={timeZone} by={mixed ? CHANNELS[entry.channel] : undefined} />
          ),
        )}
      </ol>
    </div>
  );
}

const CHANNELS: Record<Message['channel'], string> = { sms: 'Text', email: 'Email' };

function Contact({ contact, timeZone }: { contact: Activity; timeZone: string }) {
  const call = contact.action_type === 'Call';
  const Icon = call ? Phone : contact.channel === 'web_chat' ? MessagesSquare : Bot;
  return (
    <li className="row-link relative flex gap-3 rounded-xl border border-line px-4 py-3">
      <Icon aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-slate" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ActivityLink id={contact.id}>{call ? 'Call' : 'Website chat'}</ActivityLink>
          <ActivityBadge status={contact.status} />
        </p>
        <p className="text-[0.9375rem]">{contact.outcome}</p>
        <time dateTime={contact.timestamp} className="text-xs text-slate">
          {longTimestamp(contact.timestamp, timeZone)}
        </time>
      </div>
    </li>
  );
}

function Bubble({ text, timeZone, by }: { text: Message; timeZone: string; by: string | undefined }) {
  const ours = text.from !== 'patient';
  const looks = { patient: 'bg-celadon', mia: 'bg-mia-wash', staff: 'bg-petrol text-on-petrol' }[text.from];
  const lost = text.status === 'failed' || text.status === 'blocked';
  return (
    <li className={classNames('grid max-w-[85%] gap-1 sm:max-w-[70%]', ours && 'justify-self-end')}>
      <p className={classNames('rounded-2xl px-4 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]', looks)}>
        {text.text || <em>Deleted after the retention period</em>}
      </p>
      <p className={classNames('text-xs text-slate', ours && 'text-right', lost && 'font-semibold text-bad')}>
        {NAMES[text.from]} · {by && `${by} · `}
        <time dateTime={text.at}>{longTimestamp(text.at, timeZone)}</time>
        {STATUSES[text.status] && ` · ${STATUSES[text.status]}`}
      </p>
    </li>
  );
}
