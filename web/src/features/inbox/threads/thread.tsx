import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { ReachActions } from '@/ui/buttons/reach-actions';
import { Loaded } from '@/ui/feedback/loaded';
import { useToast } from '@/ui/feedback/toast';
import { About } from './about';
import { Marks } from './conversation-list';
import { Composer } from './composer';
import { Log } from './log';
import { InHand, Reading } from './in-hand';
import { conversationQuery, useMode, type ConversationDetail } from './queries';
import type { ConversationRights, Signature } from './rights';

export interface ThreadProps {
  slug: string;
  timeZone: string;
  id: string;
  may: ConversationRights;
  signature: Signature;
  /** The name that a lead gives someone who is no patient. */
  called?: string | undefined;
  /** One goes on writing here. */
  focused?: boolean;
  /** The reader, where conversations are taken in hand. */
  me?: string | undefined;
  /** It stands below something else: that it is there does not mean that it was read. */
  aside?: boolean;
  /** Back to the list, where only one of the two has room. */
  onBack?: () => void;
  /** What stands beside it: the essentials of a patient. */
  patient?: ((id: string) => ReactNode) | undefined;
  /** The same for someone who is no patient, by the conversation. */
  person?: ((conversation: string) => ReactNode) | undefined;
}

const explainThread = explain('Couldn’t load the conversation.');

/** Everything with one person: what was written and said, who answers, and the way to answer oneself. */
export function Thread({ slug, timeZone, id, may, signature, called, focused, me, aside, onBack, patient, person }: ThreadProps) {
  const thread = useQuery(conversationQuery(slug, id));
  const box = useRef<HTMLDivElement>(null);
  return (
    <Loaded query={thread} waiting="Loading the conversation" explain={explainThread}>
      {(found) => {
        const name = found.name ?? called ?? null;
        const beside = found.patient_id ? patient?.(found.patient_id) : person?.(found.id);
        return (
          <div ref={box} className="flex h-full min-h-0 max-lg:h-[calc(100dvh-14rem-var(--notices,0px))] max-lg:min-h-96">
            <div className="flex min-h-0 min-w-0 flex-1 flex-col">
              <Heading slug={slug} thread={{ ...found, name }} may={may} onBack={onBack} reaches={me !== undefined}>
                {may.write && me !== undefined && <InHand slug={slug} thread={found} me={me} onBack={onBack} />}
                {beside !== undefined && <About name={name ?? found.phone}>{beside}</About>}
              </Heading>
              {may.write && found.unread && !aside && <Reading slug={slug} id={id} />}
              {focused && <Arriving into={box} />}
              <Log slug={slug} thread={found} timeZone={timeZone} />
              {(may.write || may.note) && <Composer slug={slug} thread={found} timeZone={timeZone} may={may} signature={signature} />}
            </div>
            {beside !== undefined && (
              <div className="scroll-calm w-72 shrink-0 overflow-y-auto border-l border-line max-xl:hidden">{beside}</div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** Focus comes to where one writes, or else to what was written. */
function Arriving({ into }: { into: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const box = into.current;
    (box?.querySelector('textarea') ?? box?.querySelector<HTMLElement>('[role="log"]'))?.focus();
  }, [into]);
  return null;
}

interface HeadingProps {
  slug: string;
  thread: ConversationDetail;
  may: ConversationRights;
  onBack: (() => void) | undefined;
  /** Beside a task there are ways to the person already. */
  reaches: boolean;
  children?: ReactNode;
}

function Heading({ slug, thread, may, onBack, reaches, children }: HeadingProps) {
  const say = useToast();
  const change = useMode(slug, thread.id);
  const next = thread.mode === 'mia' ? 'staff' : 'mia';
  const turn = () =>
    change.mutate(next, {
      onSuccess: () => say(next === 'staff' ? 'You’re replying now. Mia is paused.' : 'Mia is replying again.'),
      onError: (error) => say(reasonOf(error, 'That didn’t work. Please try again.')),
    });
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-3 sm:px-6">
      {onBack && (
        <Button variant="quiet" onClick={onBack} className="px-3 lg:hidden">
          <ArrowLeft aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">All</span>
        </Button>
      )}
      <div className="min-w-0 flex-1 max-sm:basis-48">
        <h2 title={thread.name ?? thread.phone} className="truncate font-display text-2xl leading-tight font-medium">
          {thread.name ?? thread.phone}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {thread.name && <p className="text-[0.9375rem] text-slate tabular-nums">{thread.phone}</p>}
          <Marks conversation={thread} />
        </div>
      </div>
      {may.write && (
        <Button variant="secondary" busy={change.isPending} onClick={turn}>
          {next === 'staff' ? 'Take over' : 'Hand back to Mia'}
        </Button>
      )}
      {/* A row of their own where the name needs the room; a long name of who has it in hand is cut, and told by its title. */}
      <div className="-mx-2.5 flex max-w-full min-w-0 items-center empty:hidden">
        {reaches && (
          <div className="shrink-0">
            <Reach slug={slug} thread={thread} may={may} />
          </div>
        )}
        {children}
      </div>
    </header>
  );
}

/** The ways to the person besides the box below; a website's visitor may have left no number. */
function Reach({ slug, thread, may }: { slug: string; thread: ConversationDetail; may: ConversationRights }) {
  const phone = thread.ways.find(({ channel }) => channel === 'sms')?.address ?? null;
  return (
    <ReachActions slug={slug} patientId={thread.patient_id} bookBy={thread.id} phone={phone} may={{ book: may.book, text: may.write }} inThread />
  );
}
