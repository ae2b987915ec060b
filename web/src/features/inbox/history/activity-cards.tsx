import { classNames } from '@/lib/class-names';
import { longTimestamp } from '@/lib/time/clinic-time';
import { ActivityBadge, SampleMark } from './activity-badge';
import { ActivityLink } from './activity-link';
import type { ActivityRowsProps } from './activity-table';
import type { HistorySort } from './sort';

const ORDERS: [string, HistorySort][] = [
  ['Newest first', { sort: 'timestamp', direction: 'desc' }],
  ['Oldest first', { sort: 'timestamp', direction: 'asc' }],
  ['Status, descending', { sort: 'status', direction: 'desc' }],
  ['Status, ascending', { sort: 'status', direction: 'asc' }],
];

/** The history on a phone: a card a contact, the order in a list of choices. */
export function ActivityCards({ items, timeZone, fresh, order, onOrder }: ActivityRowsProps) {
  const chosen = ORDERS.findIndex(([, { sort, direction }]) => sort === order.sort && direction === order.direction);
  return (
    <>
      <label className="flex items-center gap-2 border-t border-line px-5 py-1 text-[0.9375rem] text-slate">
        Sort by
        <select
          value={chosen}
          onChange={(event) => onOrder(ORDERS[Number(event.target.value)]?.[1] ?? order)}
          className="min-h-11 flex-1 rounded-lg bg-transparent font-medium text-ink"
        >
          {ORDERS.map(([label], index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {items.map((item) => (
          <li
            key={item.id}
            className={classNames('row-link relative border-t border-line px-5 py-4', fresh(item) && 'fresh-row')}
          >
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <ActivityLink id={item.id}>{item.patient_name}</ActivityLink>
              <ActivityBadge status={item.status} />
            </div>
            <p className="mt-1.5 text-[0.9375rem]">
              <span className="mr-2">{item.outcome}</span>
              {item.sample && <SampleMark />}
            </p>
            <p className="mt-1.5 text-sm text-slate tabular-nums">
              {item.action_type} · <time dateTime={item.timestamp}>{longTimestamp(item.timestamp, timeZone)}</time>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
