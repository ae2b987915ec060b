import { CalendarDays, CheckCircle2, FileText, MessageSquareText, Phone, ShieldCheck, type LucideIcon } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { longTimestamp } from '@/lib/time/clinic-time';
import { dollars } from '@/lib/figures';
import { Badge, type BadgeTone } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useAddress } from '@/ui/hooks/use-address';
import { useTimeline, type EntryKind, type TimelineEntry } from './queries';

const KINDS: { value: EntryKind; label: string; Icon: LucideIcon }[] = [
  { value: 'visit', label: 'Visits', Icon: CheckCircle2 },
  { value: 'appointment', label: 'Appointments', Icon: CalendarDays },
  { value: 'call', label: 'Calls', Icon: Phone },
  { value: 'message', label: 'Messages', Icon: MessageSquareText },
  { value: 'consent', label: 'Consents', Icon: ShieldCheck },
  { value: 'record', label: 'Changes', Icon: FileText },
];

const TONES: Record<string, BadgeTone> = {
  Completed: 'good',
  Rebooked: 'good',
  Booked: 'info',
  Scheduled: 'info',
  'No show': 'warn',
  'No Answer': 'warn',
  Failed: 'bad',
};

const explainTimeline = explain('Couldn’t load the timeline.');

/** The kinds of entries that an address asks for; none named means all. */
export function readKinds(params: URLSearchParams): EntryKind[] {
  const asked = params.getAll('kind');
  return KINDS.map(({ value }) => value).filter((kind) => asked.includes(kind));
}

export interface TimelineProps {
  slug: string;
  id: string;
  timeZone: string;
  /** Whether the reader may change what is planned. */
  mayContact: boolean;
}

/** What happened with a patient, and what is planned, the newest first. */
export function Timeline({ slug, id, timeZone, mayContact }: TimelineProps) {
  const [params] = useSearchParams();
  const kinds = readKinds(params);
  const query = useTimeline(slug, id, kinds);
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <Section title="Timeline" note="Updates automatically.">
      <KindChips kinds={kinds} />
      <Loaded query={query} waiting="Loading the timeline" rows={6} explain={explainTimeline}>
        {() =>
          items?.length ? (
            <ol className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-50')}>
              {items.map((entry) => (
                <Entry key={`${entry.kind} ${entry.key} ${entry.title}`} slug={slug} entry={entry} timeZone={timeZone} mayContact={mayContact} />
              ))}
            </ol>
          ) : (
            <div className="border-t border-line">
              <EmptyNote title="Nothing here yet">
                {kinds.length > 0
                  ? 'No entries of this kind.'
                  : 'Visits, calls, messages and consents appear here as they happen.'}
              </EmptyNote>
            </div>
          )
        }
      </Loaded>
      {query.hasNextPage && (
        <p className="border-t border-line p-4 text-center">
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show earlier entries
          </Button>
        </p>
      )}
    </Section>
  );
}

/** Buttons that narrow the timeline; the address keeps which are pressed. */
function KindChips({ kinds }: { kinds: readonly EntryKind[] }) {
  const [, setParams] = useAddress();

  function toggle(kind: EntryKind) {
    const chosen = KINDS.map(({ value }) => value).filter((one) => kinds.includes(one) !== (one === kind));
    setParams(
      (all) => {
        const next = new URLSearchParams(all);
        next.delete('kind');
        for (const one of chosen) next.append('kind', one);
        return next;
      },
      { preventScrollReset: true, replace: true },
    );
  }

  return (
    <div role="group" aria-label="Entry types" className="flex flex-wrap gap-2 px-5 pb-4 sm:px-6">
      {KINDS.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={kinds.includes(value)}
          onClick={() => toggle(value)}
          className={classNames(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-[0.9375rem] font-medium transition-colors',
            kinds.includes(value)
              ? 'border-petrol bg-celadon'
              : 'border-line-strong hover:border-petrol hover:bg-celadon/50',
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
          {label}
        </button>
      ))}
    </div>
  );
}

interface EntryProps {
  slug: string;
  entry: TimelineEntry;
  timeZone: string;
  mayContact: boolean;
}

function Entry({ slug, entry, timeZone, mayContact }: EntryProps) {
  const Icon = KINDS.find(({ value }) => value === entry.kind)?.Icon ?? FileText;
  return (
    <li className="flex gap-4 border-t border-line px-5 py-4 sm:px-6">
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-slate" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{entry.title}</span>
          {entry.status && <Badge tone={TONES[entry.status] ?? 'plain'}>{entry.status}</Badge>}
          {entry.value_cents !== null && <span className="text-slate tabular-nums">{dollars(entry.value_cents)}</span>}
        </p>
        {entry.detail && <p className="mt-0.5 text-[0.9375rem] break-words whitespace-pre-line">{entry.detail}</p>}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-slate tabular-nums">
          <time dateTime={entry.at}>{longTimestamp(entry.at, timeZone)}</time>
          {entry.by && <span>by {entry.by}</span>}
          {entry.activity_id && entry.status === 'Scheduled' ? (
            mayContact && <EditLink planned={entry.activity_id} title={entry.title} />
          ) : (
            <EntryLink slug={slug} entry={entry} />
          )}
        </p>
      </div>
    </li>
  );
}

const LINK = '-my-0.5 py-0.5 text-petrol underline decoration-1 underline-offset-4 hover:decoration-2';

/** Opens what is planned and has not left, on this page, to be changed. */
function EditLink({ planned, title }: { planned: string; title: string }) {
  const [params] = useSearchParams();
  const target = new URLSearchParams(params);
  target.set('planned', planned);
  return (
    <Link to={{ search: target.toString() }} preventScrollReset className={LINK}>
      Edit<span className="sr-only">: {title}</span>
    </Link>
  );
}

/** What was said opens on this page, what was written where one can answer. */
function EntryLink({ slug, entry }: { slug: string; entry: TimelineEntry }) {
  const [params] = useSearchParams();
  const open = new URLSearchParams(params);
  open.set('activity', entry.activity_id ?? '');
  const to = entry.activity_id
    ? { search: open.toString() }
    : entry.conversation_id && `/dashboard/${slug}/messages?thread=${entry.conversation_id}`;
  if (!to) return null;
  return (
    <Link to={to} preventScrollReset={entry.activity_id !== null} className={LINK}>
      {entry.activity_id ? 'Transcript' : 'Open the conversation'}
      <span className="sr-only">: {entry.title}</span>
    </Link>
  );
}
