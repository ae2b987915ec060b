import { SelectField } from '@/ui/fields/select-field';
import type { Owner } from './queries';
import { sourceName } from './words';

export type NextStepFilter = 'overdue' | 'today' | 'planned' | 'none';

/** What narrows the board, as it stands in an address. `owner` is an id or `none`, `days` how long ago they came in. */
export interface LeadFilter {
  source: string | null;
  owner: string | null;
  next: NextStepFilter | null;
  days: string | null;
}

export const EVERY_LEAD: LeadFilter = { source: null, owner: null, next: null, days: null };

const NEXT_STEPS: readonly { value: NextStepFilter; label: string }[] = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'today', label: 'Today' },
  { value: 'planned', label: 'Later' },
  { value: 'none', label: 'None planned' },
];

const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 3 months' },
  { value: '365', label: 'Last year' },
];

const NAMES: (keyof LeadFilter)[] = ['source', 'owner', 'next', 'days'];

/** The filter that an address asks for; what it says wrongly counts as not said. */
export function readFilter(params: URLSearchParams): LeadFilter {
  const plain = (name: string, form: RegExp) => {
    const text = params.get(name) ?? '';
    return form.test(text) ? text : null;
  };
  return {
    source: plain('source', /^[a-z_]{1,40}$/),
    owner: plain('owner', /^(none|usr_[a-z0-9]{26})$/),
    next: NEXT_STEPS.find(({ value }) => value === params.get('next'))?.value ?? null,
    days: PERIODS.find(({ value }) => value === params.get('days'))?.value ?? null,
  };
}

/** Writes a filter into an address, which stays bare where nothing is narrowed. */
export function writeFilter(params: URLSearchParams, filter: LeadFilter): URLSearchParams {
  for (const name of NAMES) {
    params.delete(name);
    if (filter[name]) params.set(name, filter[name]);
  }
  return params;
}

export interface FilterBarProps {
  filter: LeadFilter;
  /** What was chosen just now; the rest stays as it is, or as it was chosen a moment ago. */
  onFilter: (part: Partial<LeadFilter>) => void;
  sources: readonly string[];
  owners: readonly Owner[];
}

/** The controls that narrow the board. */
export function FilterBar({ filter, onFilter, sources, owners }: FilterBarProps) {
  const known = filter.source && !sources.includes(filter.source) ? [...sources, filter.source] : sources;
  return (
    <div className="grid grid-cols-2 gap-2 px-5 pb-3 sm:px-6 md:grid-cols-4">
      <SelectField
        bare
        label="Source"
        value={filter.source ?? ''}
        onChange={({ target }) => onFilter({ source: target.value || null })}
        options={[{ value: '', label: 'Any source' }, ...known.map((value) => ({ value, label: sourceName(value) }))]}
      />
      <SelectField
        bare
        label="Owner"
        value={filter.owner ?? ''}
        onChange={({ target }) => onFilter({ owner: target.value || null })}
        options={[
          { value: '', label: 'Any owner' },
          { value: 'none', label: 'Unassigned' },
          ...owners.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        bare
        label="Next step"
        value={filter.next ?? ''}
        onChange={({ target }) => onFilter({ next: (target.value || null) as NextStepFilter | null })}
        options={[{ value: '', label: 'Any step' }, ...NEXT_STEPS]}
      />
      <SelectField
        bare
        label="Received"
        value={filter.days ?? ''}
        onChange={({ target }) => onFilter({ days: target.value || null })}
        options={[{ value: '', label: 'Any time' }, ...PERIODS]}
      />
    </div>
  );
}
