import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { Card } from '@/ui/card';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { SearchField } from '@/ui/fields/search-field';
import { useToast } from '@/ui/feedback/toast';
import { useAddress } from '@/ui/hooks/use-address';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { useSettled } from '@/ui/hooks/use-settled';
import { lazily } from '@/ui/lazily';
import { ConversationList } from './conversation-list';
import { conversationQuery, conversationsQuery, useBeginWriting, useLeadNames, type Conversation, type Show } from './queries';
import type { ConversationRights, Signature } from './rights';
import { showOf, ShowFilter } from './show-filter';
import { useHasDraft } from './use-drafts';

/** Comes with the first conversation that is opened: the list is there before it. */
const Thread = lazily(async () => (await import('./thread')).Thread);

/** A pause in typing after which the list is asked for. */
const TYPING_PAUSE_MS = 250;

export interface InboxProps {
  slug: string;
  timeZone: string;
  may: ConversationRights;
  signature: Signature;
  /** The reader, who may take conversations in hand. */
  me: string;
  /** The essentials of a patient; not for those who may not read them. */
  patient?: ((id: string) => ReactNode) | undefined;
  /** Who writes in a conversation that is no patient's; not for those who may not read leads. */
  person?: ((conversation: string) => ReactNode) | undefined;
  /** Begins to write to someone who was looked for and has no conversation yet; not for those who may not write. */
  begin?: ((query: string) => ReactNode) | undefined;
  /** Calls open with what was said. */
  entry: ReactNode;
}

const explainList = explain('Couldn’t load conversations.');

/** All conversations. Which one is open, and which are listed, stands in the address. */
export function Inbox({ slug, timeZone, may, signature, me, patient, person, begin, entry }: InboxProps) {
  const [params, setParams] = useAddress();
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const show = showOf(params.get('show'));
  const chosen = params.get('thread');
  const list = useInfiniteQuery(conversationsQuery(slug, query, show));
  const found = list.data?.pages.flatMap((page) => page.items);
  const { items, nameOf } = useNamed(slug, found, chosen, person !== undefined);
  const fresh = useFreshKeys(list.isPlaceholderData ? undefined : items?.map(keyOf), `${query} ${show}`);

  const drafted = useHasDraft(slug);
  const put = (name: string, value: string | null) =>
    setParams((all) => (value ? all.set(name, value) : all.delete(name), all), { preventScrollReset: true, replace: true });
  const { writing, setWriting, beside, goOn } = useWriting();
  useWriteTo(slug, may.write, params, setParams, setWriting);
  // A person is listed once, by where they wrote last, and may be open by another address.
  const open = useQuery({ ...conversationQuery(slug, chosen ?? ''), enabled: chosen !== null });
  const listed = items?.find(({ id }) => id === chosen || open.data?.ways.some((way) => way.id === id))?.id ?? null;
  useStepping(items?.map(({ id }) => id) ?? [], listed, (id) => (goOn(id), put('thread', id)));

  return (
    <Card className="grid overflow-hidden p-0! lg:h-[calc(100dvh-15rem-var(--notices,0px))] lg:min-h-[32rem] lg:grid-cols-[20rem_minmax(0,1fr)]">
      <section aria-label="Conversations" className={classNames('scroll-calm min-w-0 lg:overflow-y-auto lg:border-r lg:border-line', chosen && 'max-lg:hidden')}>
        <div className="grid gap-3 px-5 py-4 sm:px-6">
          <SearchField label="Search by name or phone" placeholder="Search by name or phone" value={typed} onChange={setTyped} hasShortcut />
          <ShowFilter slug={slug} show={show} onChange={(next) => put('show', next === 'all' ? null : next)} />
        </div>
        <Loaded query={list} waiting="Loading the conversations" rows={6} explain={explainList}>
          {() =>
            items?.length ? (
              <ConversationList
                items={items}
                timeZone={timeZone}
                chosen={listed}
                fresh={(item) => fresh.has(keyOf(item))}
                drafted={drafted}
                onChoose={(id) => (setWriting(null), put('thread', id))}
              />
            ) : (
              <Nothing query={query} show={show} showAll={() => put('show', null)} begin={begin} />
            )
          }
        </Loaded>
        {list.hasNextPage && (
          <p className="border-t border-line p-4 text-center">
            <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show earlier conversations
            </Button>
          </p>
        )}
      </section>
      <section ref={beside} aria-label="Conversation" className={classNames('min-h-0 min-w-0', !chosen && 'max-lg:hidden')}>
        {chosen ? (
          <Thread key={chosen} {...{ slug, timeZone, may, signature, me, patient, person }} id={chosen} called={nameOf(chosen)} focused={chosen === writing} onBack={() => put('thread', null)} />
        ) : (
          <EmptyNote title="No conversation selected">Select one to read, reply or take over from Mia.</EmptyNote>
        )}
      </section>
      {entry}
    </Card>
  );
}

/** In which conversation one goes on writing: the one that was begun, or the next one while writing. */
function useWriting() {
  const [writing, setWriting] = useState<string | null>(null);
  const beside = useRef<HTMLElement>(null);
  const goOn = (id: string) => setWriting(beside.current?.contains(document.activeElement) ? id : null);
  return { writing, setWriting, beside, goOn };
}

/** Conversations by the names that leads give them, where they are no patient's; and the name of any of them. */
function useNamed(slug: string, found: readonly Conversation[] | undefined, chosen: string | null, mayRead: boolean) {
  const nameless = (found ?? []).filter(({ name }) => name === null).map(({ id }) => id);
  const names = useLeadNames(slug, chosen ? [...nameless, chosen] : nameless, mayRead);
  return { items: found?.map((one) => ({ ...one, name: one.name ?? names.get(one.id) ?? null })), nameOf: (id: string) => names.get(id) };
}

/** A message that arrives is news of its conversation. */
function keyOf({ id, last_message: last }: Conversation): string {
  return `${id} ${last?.id ?? ''}`;
}

const NONE: Record<Show, string> = {
  all: 'No conversations found',
  unread: 'All read',
  waiting: 'No one is waiting',
  mine: 'Nothing is assigned to you',
};

const HOW_FILLED: Record<Show, string> = {
  all: 'Texts, emails, calls and chats appear here, one conversation per person.',
  unread: 'Texts and emails that come in appear here until someone opens them.',
  waiting: 'Conversations that Mia can’t answer alone appear here.',
  mine: 'Assign a conversation to yourself to find it here.',
};

function Nothing({ query, show, showAll, begin }: { query: string; show: Show; showAll: () => void; begin: InboxProps['begin'] }) {
  return (
    <div className="grid justify-items-center border-t border-line pb-6">
      <EmptyNote title={NONE[show]}>
        {query ? 'No conversations match that name or number.' : HOW_FILLED[show]}
      </EmptyNote>
      {show !== 'all' ? (
        <Button variant="secondary" onClick={showAll}>
          Show all conversations
        </Button>
      ) : (
        query && begin?.(query)
      )}
    </div>
  );
}

/** An address may say whom to write to (`to=pat_…`, `to=led_…`), and how (`by=email`): it turns into that of the conversation. */
function useWriteTo(slug: string, mayWrite: boolean, params: URLSearchParams, setParams: ReturnType<typeof useAddress>[1], onOpen: (id: string) => void): void {
  const begin = useBeginWriting(slug);
  const say = useToast();
  const [to, by] = [params.get('to'), params.get('by')];
  const open = useEffectEvent((whom: string, channel: 'sms' | 'email' | null) => {
    const turn = (id?: string) =>
      setParams((all) => (['to', 'by'].forEach((name) => all.delete(name)), id && all.set('thread', id), all), { replace: true });
    begin.mutate({ to: whom, channel }, {
      onSuccess: ({ id }) => (onOpen(id), turn(id)),
      onError: (error) => (turn(), say(reasonOf(error, 'Couldn’t open the conversation.'))),
    });
  });
  useEffect(() => {
    if (to && mayWrite) open(to, by === 'sms' || by === 'email' ? by : null);
  }, [to, by, mayWrite]);
}

/** Alt+J and Alt+K open the next and the previous conversation. */
function useStepping(ids: readonly string[], chosen: string | null, open: (id: string) => void): void {
  const step = useEffectEvent((event: KeyboardEvent) => {
    const by = { KeyJ: 1, KeyK: -1 }[event.code];
    if (!by || !event.altKey || event.ctrlKey || event.metaKey) return;
    const id = ids[chosen ? ids.indexOf(chosen) + by : 0];
    if (!id) return;
    event.preventDefault();
    open(id);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => step(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
