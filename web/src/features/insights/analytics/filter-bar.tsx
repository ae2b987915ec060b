import type { ChangeEvent } from 'react';
import { isDay } from '@/lib/time/clinic-time';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { CUSTOM, type Filters, type Range } from './filters';
import type { Analytics } from './queries';

export interface FilterBarProps {
  filters: Filters;
  /** What the practice offers; undefined while it loads. */
  choices: Analytics['choices'] | undefined;
  /** The days that are shown: custom dates begin with them. */
  days?: { first: string; last: string } | undefined;
  /** What was chosen just now; the rest stays as it is, or as it was chosen a moment ago. */
  onChange: (part: Partial<Filters>) => void;
}

const RANGES = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '3m', label: 'Last 3 months' },
  { value: 'year', label: 'This year' },
];

/** The three choices over everything on the page (spec §2). */
export function FilterBar({ filters, choices, days, onChange }: FilterBarProps) {
  return (
    <div role="group" aria-label="Filters" className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 sm:gap-x-4 print:hidden">
      <SelectField
        label="Select Location"
        value={filters.location}
        options={[{ value: '', label: 'All locations' }, ...(choices?.locations ?? [])]}
        onChange={(event) => onChange({ location: event.target.value })}
      />
      <SelectField
        label="Select Service"
        value={filters.service}
        options={[{ value: '', label: 'All services' }, ...(choices?.services ?? [])]}
        onChange={(event) => onChange({ service: event.target.value })}
      />
      <SelectField
        label="Date Range"
        className="max-sm:col-span-full"
        value={filters.range}
        options={[...(choices?.ranges ?? RANGES), ...(days ? [{ value: CUSTOM, label: 'Custom dates' }] : [])]}
        onChange={(event) => onChange({ ...days, range: event.target.value as Range })}
      />
      {filters.range === CUSTOM && <OwnDays filters={filters} onChange={onChange} />}
    </div>
  );
}

/** Years of three digits and less are still being typed. */
const FIRST_YEAR = '1000';

/** The first and the last day; what is no day yet changes nothing. */
function OwnDays({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const pick = (name: 'first' | 'last') => (event: ChangeEvent<HTMLInputElement>) => {
    const day = event.target.value;
    if (isDay(day) && day > FIRST_YEAR) onChange({ [name]: day });
  };
  return (
    <div className="col-span-full grid gap-4 sm:grid-cols-3">
      <TextField label="First day" type="date" defaultValue={filters.first} onChange={pick('first')} />
      <TextField label="Last day" type="date" defaultValue={filters.last} onChange={pick('last')} />
    </div>
  );
}
