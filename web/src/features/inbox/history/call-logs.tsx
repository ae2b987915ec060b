import { useInfiniteQuery } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { longTimestamp, minutesAndSeconds } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { DataTable, type Column } from '@/ui/data-table';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { useFoldedFilters } from '@/ui/fields/folded-filters';
import { Section } from '@/ui/section';
import { useAddress } from '@/ui/hooks/use-address';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { useSettled } from '@/ui/hooks/use-settled';
import { ActivityBadge, SampleMark } from './activity-badge';
import { ActivityDoor } from './activity-door';
import { ActivityLink, MayOpen } from './activity-link';
import { FilterBar, readFilter, writeFilter, type CallFilter } from './call-filter';
import { callsQuery, type LoggedCall } from './call-queries';

/** A pause in typing after which the list is asked for. */
const TYPING_PAUSE_MS = 250;

const EVERYTHING: CallFilter = { status: null, since: null, until: null, verdict: null };

export interface CallLogsProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may open a call, with what was said in it. */
  mayOpen: boolean;
  /** Whether the reader may say how well Mia handled a call. */
  mayJudge: boolean;
  /** The saved views of this list. */
  views?: ReactNode;
}

const explainCalls = explain('Couldn’t load calls.');

/** Call Logs: every call, narrowed by patient, status, day and verdict; each opens with what was said. */
export function CallLogs({ slug, timeZone, mayOpen, mayJudge, views }: CallLogsProps) {
  const [params, setParams] = useAddress();
  const [patient, setPatient] = useState('');
  const filter = readFilter(params);
  const settled = useSettled(patient.trim(), TYPING_PAUSE_MS);
  const query = useInfiniteQuery(callsQuery(slug, settled, filter));
  const narrow = (part: Partial<CallFilter>) => setParams((all) => writeFilter(all, { ...readFilter(all), ...part }), { preventScrollReset: true, replace: true });
  const items = query.data?.pages.flatMap((page) => page.items);
  const fresh = useFreshKeys(
    query.isPlaceholderData ? undefined : items?.map(keyOf),
    JSON.stringify([settled, filter, query.data?.pages.length]),
  );
  const filters = useFoldedFilters([settled, ...Object.values(filter)].filter(Boolean).length);
  const Rows = useRoomForTable() ? CallTable : CallCards;

  function clear() {
    setPatient('');
    narrow(EVERYTHING);
  }

  return (
    <Section title="Calls" note="The log updates automatically." actions={filters.beside(views)}>
      <div {...filters.fold}>
        <FilterBar patient={patient} onPatient={setPatient} filter={filter} onFilter={narrow} />
      </div>
      <Loaded query={query} waiting="Loading the calls" rows={6} explain={explainCalls}>
        {() =>
          items?.length ? (
            <div className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-50')}>
              <MayOpen value={mayOpen}>
                <Rows items={items} timeZone={timeZone} fresh={(call) => fresh.has(keyOf(call))} />
              </MayOpen>
            </div>
          ) : (
            <div className="border-t border-line pb-8 text-center">
              <EmptyNote title="No calls found">Incoming and outgoing calls appear here.</EmptyNote>
              {(settled || Object.values(filter).some(Boolean)) && (
                <Button variant="secondary" onClick={clear}>
                  Show all calls
                </Button>
              )}
            </div>
          )
        }
      </Loaded>
      {query.hasNextPage && (
        <p className="border-t border-line p-4 text-center">
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show earlier calls
          </Button>
        </p>
      )}
      {mayOpen && <ActivityDoor slug={slug} timeZone={timeZone} mayJudge={mayJudge} />}
    </Section>
  );
}

function keyOf({ activity }: LoggedCall): string {
  return `${activity.id} ${activity.status}`;
}

interface CallRowsProps {
  items: readonly LoggedCall[];
  timeZone: string;
  fresh: (call: LoggedCall) => boolean;
}

/** How much room a row has above and below. */
const ROOM = 'py-1.5 in-data-[density=comfortable]:py-3.5';

function CallTable({ items, timeZone, fresh }: CallRowsProps) {
  const columns: Column<LoggedCall>[] = [
    {
      head: 'Patient',
      cell: ({ activity }) => <ActivityLink id={activity.id}>{activity.patient_name}</ActivityLink>,
      className: `${ROOM} pr-4 pl-6 whitespace-nowrap`,
    },
    { head: 'Status', cell: ({ activity }) => <ActivityBadge status={activity.status} />, className: `${ROOM} pr-4` },
    {
      head: 'Time',
      cell: ({ activity: { timestamp } }) => <time dateTime={timestamp}>{longTimestamp(timestamp, timeZone)}</time>,
      className: `${ROOM} pr-4 text-[0.9375rem] whitespace-nowrap text-slate tabular-nums`,
    },
    {
      head: 'Length',
      cell: ({ seconds }) => (seconds > 0 ? minutesAndSeconds(seconds) : '–'),
      className: `${ROOM} pr-4 tabular-nums`,
    },
    {
      head: 'Outcome',
      cell: ({ activity }) => (
        <>
          <span className="mr-2">{activity.outcome}</span>
          {activity.sample && <SampleMark />}
        </>
      ),
      className: `${ROOM} w-full pr-4 text-[0.9375rem]`,
    },
    { head: 'Feedback', cell: ({ verdict }) => <VerdictMark verdict={verdict} />, className: `${ROOM} pr-6` },
  ];
  return (
    <DataTable
      columns={columns}
      rows={items}
      keyOf={({ activity }) => activity.id}
      rowClassName={(call) => classNames('row-link relative align-top', fresh(call) && 'fresh-row')}
    />
  );
}

function CallCards({ items, timeZone, fresh }: CallRowsProps) {
  return (
    <ul>
      {items.map((call) => (
        <li
          key={call.activity.id}
          className={classNames('row-link relative border-t border-line px-5 py-2.5 in-data-[density=comfortable]:py-4', fresh(call) && 'fresh-row')}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <ActivityLink id={call.activity.id}>{call.activity.patient_name}</ActivityLink>
            <ActivityBadge status={call.activity.status} />
          </div>
          <p className="mt-1.5 text-[0.9375rem]">
            <span className="mr-2">{call.activity.outcome}</span>
            {call.activity.sample && <SampleMark />}
          </p>
          <p className="mt-1.5 flex items-center gap-2 text-sm text-slate tabular-nums">
            <time dateTime={call.activity.timestamp}>{longTimestamp(call.activity.timestamp, timeZone)}</time>
            {call.seconds > 0 && <span>· {minutesAndSeconds(call.seconds)}</span>}
            <VerdictMark verdict={call.verdict} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function VerdictMark({ verdict }: { verdict: LoggedCall['verdict'] }) {
  if (!verdict) return null;
  const Icon = verdict === 'down' ? ThumbsDown : ThumbsUp;
  return (
    <span className={verdict === 'down' ? 'text-bad' : 'text-good'}>
      <Icon aria-hidden="true" className="size-4.5" />
      <span className="sr-only">{verdict === 'down' ? 'Thumbs down' : 'Thumbs up'}</span>
    </span>
  );
}
