import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '@/ui/buttons/button';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { AGREEMENTS, countFilters, NO_FILTERS, GROUPS, SORTS, type PatientFilters } from './filters';
import { choicesQuery } from './queries';

export interface FilterBarProps {
  slug: string;
  filters: PatientFilters;
  /** What was chosen just now; the rest stays as it is, or as it was chosen a moment ago. */
  onFilters: (part: Partial<PatientFilters>) => void;
  /** More controls at the end of the row. */
  children?: ReactNode;
}

const ANY = { value: '', label: 'Any' };

/** Group and order, and behind a button what else narrows the list. */
export function FilterBar({ slug, filters, onFilters, children }: FilterBarProps) {
  const id = useId();
  const narrowed = countFilters(filters);
  const [open, setOpen] = useState(narrowed > 0);
  return (
    <div className="px-5 pb-3 sm:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          bare
          label="Group"
          value={filters.group}
          onChange={(event) => onFilters({ group: event.target.value as PatientFilters['group'] })}
          options={GROUPS}
          className="w-[calc(50%-0.25rem)] sm:w-44"
        />
        <SelectField
          bare
          label="Sort by"
          value={filters.sort ?? ''}
          disabled={filters.group === 'archived'}
          onChange={(event) => onFilters({ sort: (event.target.value || null) as PatientFilters['sort'] })}
          options={[{ value: '', label: 'Default order' }, ...SORTS]}
          className="w-[calc(50%-0.25rem)] sm:w-52"
        />
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4.5" />
          {narrowed ? `Filters (${narrowed})` : 'Filters'}
        </Button>
        {narrowed > 0 && (
          <Button variant="quiet" onClick={() => onFilters({ ...NO_FILTERS, group: filters.group, sort: filters.sort })}>
            Clear filters
          </Button>
        )}
        {children}
      </div>
      <div id={id} hidden={!open}>
        {open && <MoreFilters slug={slug} filters={filters} change={onFilters} />}
      </div>
    </div>
  );
}

interface MoreFiltersProps {
  slug: string;
  filters: PatientFilters;
  change: (part: Partial<PatientFilters>) => void;
}

function MoreFilters({ slug, filters, change }: MoreFiltersProps) {
  const choices = useQuery(choicesQuery(slug));
  const tags = choices.data?.tags ?? [];
  const known = filters.tag && !tags.some((tag) => tag === filters.tag) ? [filters.tag, ...tags] : tags;
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
      <SelectField
        label="Tag"
        value={filters.tag ?? ''}
        onChange={(event) => change({ tag: event.target.value || null })}
        options={[ANY, ...known.map((value) => ({ value, label: value }))]}
      />
      <SelectField
        label="Consent"
        value={filters.agreement ?? ''}
        onChange={(event) => change({ agreement: (event.target.value || null) as PatientFilters['agreement'] })}
        options={[ANY, ...AGREEMENTS]}
      />
      <SelectField
        label="Provider"
        value={filters.provider ?? ''}
        onChange={(event) => change({ provider: event.target.value || null })}
        options={[ANY, ...(choices.data?.providers ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <TextField
        label="Last visit from"
        type="date"
        value={filters.since ?? ''}
        disabled={filters.never}
        onChange={(event) => change({ since: event.target.value || null })}
      />
      <TextField
        label="Last visit to"
        type="date"
        value={filters.until ?? ''}
        disabled={filters.never}
        onChange={(event) => change({ until: event.target.value || null })}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3 sm:col-span-2">
        <input
          type="checkbox"
          checked={filters.never}
          onChange={(event) => change({ never: event.target.checked, since: null, until: null })}
          className="size-4.5 accent-petrol"
        />
        No visits yet
      </label>
    </div>
  );
}
