import { useInfiniteQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { memo, useState, type ReactNode } from 'react';
import { reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { EmptyNote, ErrorNote } from '@/ui/feedback/notes';
import { SearchField } from '@/ui/fields/search-field';
import { Section } from '@/ui/section';
import { Skeleton } from '@/ui/feedback/skeleton';
import { useAddress } from '@/ui/hooks/use-address';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { useSettled } from '@/ui/hooks/use-settled';
import { ActivityCards } from './activity-cards';
import { ActivityDoor } from './activity-door';
import { MayOpen } from './activity-link';
import { ActivityTable } from './activity-table';
import { activitiesQuery, type Activity } from './queries';
import { readSort, writeSort, type HistorySort } from './sort';

/** A pause in typing after which the list is asked for. */
const TYPING_PAUSE_MS = 250;

export interface HistoryProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may open an entry. */
  mayOpen?: boolean;
  /** Whether the reader may say how well Mia handled a call. */
  mayJudge?: boolean;
  /** The saved views of this list. */
  views?: ReactNode;
}

/** Call & Message History: live, filtered by patient, ordered by status or time (the order stands in the address). */
export function History({ slug, timeZone, mayOpen = true, mayJudge = false, views }: HistoryProps) {
  const [filter, setFilter] = useState('');
  return (
    <Section
      title="Call & Message History"
      actions={<SearchField
          label="Filter by patient name"
          placeholder="Filter by patient name"
          value={filter} onChange={setFilter}
          className="w-full sm:w-72"
        />}
    >
      <p className="mx-5 mb-4 flex items-center gap-2.5 rounded-xl bg-info-wash px-4 py-2.5 text-[0.9375rem] text-info sm:mx-6">
        <Info aria-hidden="true" className="size-4.5 shrink-0" />
        The log updates automatically.
      </p>
      {views}
      <MayOpen value={mayOpen}>
        <Entries slug={slug} timeZone={timeZone} patient={useSettled(filter.trim(), TYPING_PAUSE_MS)} />
        <ActivityDoor slug={slug} timeZone={timeZone} mayJudge={mayJudge} />
      </MayOpen>
    </Section>
  );
}

/** Not drawn again while someone types, only when the typing has settled. */
const Entries = memo(function Entries({ slug, timeZone, patient }: HistoryProps & { patient: string }) {
  const [params, setParams] = useAddress();
  const order = readSort(params);
  const query = useInfiniteQuery(activitiesQuery(slug, patient, order));
  const items = query.data?.pages.flatMap((page) => page.items);
  const group = JSON.stringify([patient, order, query.data?.pages.length]);
  const fresh = useFreshKeys(query.isPlaceholderData ? undefined : items?.map(keyOf), group);
  const Rows = useRoomForTable() ? ActivityTable : ActivityCards;
  const onOrder = (next: HistorySort) => setParams((all) => writeSort(all, next), { preventScrollReset: true });

  if (query.isPending) return <Waiting />;
  if (!items) {
    return (
      <ErrorNote onRetry={() => void query.refetch()}>
        {reasonOf(query.error, 'Couldn’t load the history.')}
      </ErrorNote>
    );
  }
  if (items.length === 0) {
    return (
      <EmptyNote title="No activity found">
        {patient ? 'No activity for a patient with that name.' : 'Calls and messages appear here as they happen.'}
      </EmptyNote>
    );
  }
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-50')}
    >
      <Rows items={items} timeZone={timeZone} fresh={(item) => fresh.has(keyOf(item))} order={order} onOrder={onOrder} />
      <p role="status" className="sr-only">
        {newsOf(items.filter((item) => fresh.has(keyOf(item))))}
      </p>
      {query.hasNextPage && (
        <p className="border-t border-line p-4 text-center">
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show earlier entries
          </Button>
        </p>
      )}
    </div>
  );
});

/** An entry whose status changes is news as much as one that arrives. */
function keyOf(activity: Activity): string {
  return `${activity.id} ${activity.status}`;
}

function newsOf(items: Activity[]): string {
  return items.map((item) => `New: ${item.action_type}, ${item.patient_name}, ${item.status}.`).join(' ');
}

function Waiting() {
  return (
    <div className="grid gap-6 border-t border-line px-5 py-5 sm:px-6">
      <span className="sr-only" role="status">
        Loading the history
      </span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </div>
  );
}
