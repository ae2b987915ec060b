import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { clockTime, longDate } from '@/lib/time/clinic-time';
import { ActivityBadge, SampleMark } from './activity-badge';
import { ActivityLink } from './activity-link';
import type { Activity } from './queries';
import { sortAfterClick, type HistorySort } from './sort';

export interface ActivityRowsProps {
  items: Activity[];
  timeZone: string;
  /** Ids that have just arrived or changed. */
  fresh: (activity: Activity) => boolean;
  order: HistorySort;
  onOrder: (order: HistorySort) => void;
}

/** The history where there is room for a table. */
export function ActivityTable({ items, timeZone, fresh, order, onOrder }: ActivityRowsProps) {
  const sortable = (column: HistorySort['sort'], label: string) => (
    <SortHeader column={column} order={order} onOrder={onOrder}>
      {label}
    </SortHeader>
  );
  return (
    <table className="w-full text-left">
      <thead className="border-y border-line text-[0.9375rem] text-slate">
        <tr>
          <th scope="col" className="py-1 pr-4 pl-6 font-medium">
            Patient
          </th>
          <th scope="col" className="py-1 pr-4 font-medium">
            Action
          </th>
          {sortable('status', 'Status')}
          {sortable('timestamp', 'Timestamp')}
          <th scope="col" className="py-1 pr-6 font-medium">
            Outcome
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ActivityRow key={item.id} item={item} timeZone={timeZone} isFresh={fresh(item)} />
        ))}
      </tbody>
    </table>
  );
}

interface ActivityRowProps {
  item: Activity;
  timeZone: string;
  isFresh: boolean;
}

/** One entry; the others are not drawn again when it changes. */
const ActivityRow = memo(function ActivityRow({ item, timeZone, isFresh }: ActivityRowProps) {
  return (
    <tr
      className={classNames('row-link relative border-b border-line align-top last:border-b-0', isFresh && 'fresh-row')}
    >
      <td className="py-3.5 pr-4 pl-6 whitespace-nowrap">
        <ActivityLink id={item.id}>{item.patient_name}</ActivityLink>
      </td>
      <td className="py-3.5 pr-4">{item.action_type}</td>
      <td className="py-3 pr-4">
        <ActivityBadge status={item.status} />
      </td>
      <td className="py-3.5 pr-4 text-[0.9375rem] text-slate tabular-nums">
        <Timestamp at={item.timestamp} timeZone={timeZone} />
      </td>
      <td className="w-2/5 py-3.5 pr-6 text-[0.9375rem]">
        <span className="mr-2">{item.outcome}</span>
        {item.sample && <SampleMark />}
      </td>
    </tr>
  );
});

/** The long timestamp, which breaks after its dash and nowhere else. */
function Timestamp({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{longDate(at, timeZone)} —</span>{' '}
      <span className="whitespace-nowrap">{clockTime(at, timeZone)}</span>
    </time>
  );
}

interface SortHeaderProps {
  column: HistorySort['sort'];
  order: HistorySort;
  onOrder: (order: HistorySort) => void;
  children: ReactNode;
}

function SortHeader({ column, order, onOrder, children }: SortHeaderProps) {
  const active = order.sort === column;
  const Icon = !active ? ArrowUpDown : order.direction === 'asc' ? ArrowUp : ArrowDown;
  const sorted = order.direction === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={active ? sorted : undefined} className="py-1 pr-4 font-medium">
      <button
        type="button"
        onClick={() => onOrder(sortAfterClick(order, column))}
        className={classNames(
          '-ml-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 transition-colors hover:bg-celadon hover:text-ink',
          active && 'text-ink',
        )}
      >
        {children}
        <Icon aria-hidden="true" className={classNames('size-4', !active && 'opacity-60')} />
      </button>
    </th>
  );
}
