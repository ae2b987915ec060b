import { SelectField } from '@/ui/fields/select-field';
import type { Filters, Range } from './filters';
import type { Analytics } from './queries';

export interface FilterBarProps {
  filters: Filters;
  /** What the practice offers; undefined while it loads. */
  choices: Analytics['choices'] | undefined;
  onChange: (filters: Filters) => void;
}

const RANGES = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '3m', label: 'Last 3 months' },
  { value: 'year', label: 'This year' },
];

/** The three choices over everything on the page (spec §2). */
export function FilterBar({ filters, choices, onChange }: FilterBarProps) {
  return (
    <div role="group" aria-label="Filters" className="grid gap-4 sm:grid-cols-3 print:hidden">
      <SelectField
        label="Select Location"
        value={filters.location}
        options={[{ value: '', label: 'All locations' }, ...(choices?.locations ?? [])]}
        onChange={(event) => onChange({ ...filters, location: event.target.value })}
      />
      <SelectField
        label="Select Service"
        value={filters.service}
        options={[{ value: '', label: 'All services' }, ...(choices?.services ?? [])]}
        onChange={(event) => onChange({ ...filters, service: event.target.value })}
      />
      <SelectField
        label="Date Range"
        value={filters.range}
        options={choices?.ranges ?? RANGES}
        onChange={(event) => onChange({ ...filters, range: event.target.value as Range })}
      />
    </div>
  );
}
