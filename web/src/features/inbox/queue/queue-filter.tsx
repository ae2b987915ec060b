import { classNames } from '@/lib/class-names';
import { SelectField } from '@/ui/fields/select-field';
import { KINDS } from '../tasks/kinds';
import type { Task } from '../tasks/queries';
import { STATUSES, type QueueFilter } from './filters';
import type { Owner } from './queries';

export interface QueueFilterBarProps {
  filter: QueueFilter;
  /** What was chosen just now; the rest stays as it is, or as it was chosen a moment ago. */
  onChange: (part: Partial<QueueFilter>) => void;
  owners: readonly Owner[];
  /** The reader's id: their own tasks are one press away. */
  me: string;
  overdue: number;
}

const KIND_CHOICES = [
  { value: '', label: 'Any kind' },
  ...Object.entries(KINDS).map(([value, [label]]) => ({ value, label })),
];

/** What narrows the queue. */
export function QueueFilterBar({ filter, onChange, owners, me, overdue }: QueueFilterBarProps) {
  const ownerChoices = [
    { value: '', label: 'Anyone' },
    { value: me, label: 'Me' },
    { value: 'none', label: 'Unassigned' },
    ...owners.filter(({ id, active }) => id !== me && active).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className="grid gap-3 px-5 pt-4 pb-3">
      <div role="group" aria-label="Status" className="flex gap-1 rounded-full bg-mist p-1">
        {STATUSES.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === filter.status}
            onClick={() => onChange({ status: value })}
            className={classNames(
              'min-h-11 flex-1 rounded-full px-3 font-medium transition-colors',
              value === filter.status ? 'bg-petrol text-on-petrol' : 'hover:bg-celadon',
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Kind"
          value={filter.kind ?? ''}
          onChange={(event) => onChange({ kind: (event.target.value || null) as Task['kind'] | null })}
          options={KIND_CHOICES}
        />
        <SelectField
          label="Owner"
          value={filter.owner ?? ''}
          onChange={(event) => onChange({ owner: event.target.value || null })}
          options={ownerChoices}
        />
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={filter.due === 'overdue'}
          onChange={(event) => onChange({ due: event.target.checked ? 'overdue' : null })}
          className="size-4.5 accent-petrol"
        />
        Overdue only
        <span className={classNames('ml-auto tabular-nums', overdue > 0 ? 'font-semibold text-bad' : 'text-slate')}>{overdue}</span>
      </label>
    </div>
  );
}
