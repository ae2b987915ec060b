import { classNames } from '@/lib/class-names';
import { timeAgo } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import type { Conversation } from './queries';

export interface ConversationListProps {
  items: readonly Conversation[];
  timeZone: string;
  chosen: string | null;
  fresh: (conversation: Conversation) => boolean;
  /** Whether something is half written in it. */
  drafted: (conversation: Conversation) => boolean;
  onChoose: (id: string) => void;
}

/** The conversations, the latest first: who, what was said last, and what needs a person. */
export function ConversationList({ items, timeZone, chosen, fresh, drafted, onChoose }: ConversationListProps) {
  return (
    <ul className="long-list border-t border-line">
      {items.map((item) => (
        <li key={item.id} className={classNames('border-b border-line last:border-b-0', fresh(item) && 'fresh-row')}>
          <button
            type="button"
            aria-pressed={item.id === chosen}
            onClick={() => onChoose(item.id)}
            className={classNames(
              'block w-full px-5 py-2 text-left in-data-[density=comfortable]:py-3.5 transition-colors hover:bg-celadon/50 focus-visible:-outline-offset-3 sm:px-6',
              item.id === chosen && 'bg-celadon',
            )}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="flex min-w-0 items-center gap-2">
                {item.unread && <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-petrol" />}
                <span title={item.name ?? item.phone} className={classNames('truncate', item.unread ? 'font-bold' : 'font-semibold')}>
                  {item.name ?? item.phone}
                </span>
                {item.unread && <span className="sr-only">, unread</span>}
              </span>
              <time dateTime={item.last_at} className="shrink-0 text-sm text-slate">
                {timeAgo(item.last_at, timeZone)}
              </time>
            </span>
            <span className="mt-0.5 line-clamp-2 text-[0.9375rem] text-slate">{lastWords(item)}</span>
            <Marks conversation={item} draft={drafted(item)} className="mt-2" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const SPEAKERS = { patient: '', mia: 'Mia: ', staff: 'Staff: ' };

function lastWords({ last_message: last }: Conversation): string {
  return last ? SPEAKERS[last.from] + last.text : 'No messages yet';
}

/** What sets a conversation apart; most have none. */
export function Marks({ conversation, draft = false, className }: { conversation: Conversation; draft?: boolean; className?: string }) {
  const { waiting, mode, opted_out: stopped, last_message: last } = conversation;
  const undelivered = last?.status === 'failed' || last?.status === 'blocked';
  if (!waiting && mode === 'mia' && !stopped && !undelivered && !draft) return null;
  return (
    <span className={classNames('flex flex-wrap gap-2', className)}>
      {draft && <Badge tone="violet">Draft</Badge>}
      {waiting && <Badge tone="warn">Needs a person</Badge>}
      {mode === 'staff' && <Badge tone="info">Staff replying</Badge>}
      {stopped && <Badge tone="warn">Opted out</Badge>}
      {undelivered && <Badge tone="bad">Not delivered</Badge>}
    </span>
  );
}
