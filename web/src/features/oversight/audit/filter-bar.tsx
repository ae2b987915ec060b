import { useQuery } from '@tanstack/react-query';
import { Button } from '@/ui/buttons/button';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { areEmpty, type LogFilters } from './filters';
import { peopleQuery } from './queries';
import { actionLabel } from './sentences';

const OUTCOMES = [
  { value: '', label: 'Any outcome' },
  { value: 'ok', label: 'Done' },
  { value: 'denied', label: 'Denied' },
  { value: 'throttled', label: 'Too many attempts' },
];

const NO_FILTERS: LogFilters = { action: '', outcome: '', person: '', from: '', to: '' };

export interface FilterBarProps {
  slug: string;
  filters: LogFilters;
  onFilters: (filters: LogFilters) => void;
  /** The actions that the clinic's audit log knows. */
  actions: readonly string[];
}

/** What the log is narrowed to. Each choice takes effect at once and stands in the address. */
export function FilterBar({ slug, filters, onFilters, actions }: FilterBarProps) {
  const people = useQuery(peopleQuery(slug)).data ?? [];
  const known = [...new Set([...actions, filters.action])].filter(Boolean);
  const field = (name: keyof LogFilters) => ({
    value: filters[name],
    onChange: (event: { target: { value: string } }) => onFilters({ ...filters, [name]: event.target.value }),
  });
  return (
    <div className="grid items-end gap-4 border-t border-line px-5 py-5 min-[24rem]:grid-cols-2 sm:px-6 lg:grid-cols-3 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]">
      <SelectField
        label="Action"
        className="max-lg:col-span-full"
        options={[
          { value: '', label: 'Any action' },
          ...known
            .map((action) => ({ value: action, label: actionLabel(action) }))
            .sort((one, other) => one.label.localeCompare(other.label)),
        ]}
        {...field('action')}
      />
      <SelectField
        label="Person"
        options={[{ value: '', label: 'Anyone' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        {...field('person')}
      />
      <SelectField label="Outcome" options={OUTCOMES} {...field('outcome')} />
      <TextField label="From" type="date" max={filters.to} {...field('from')} />
      <TextField label="To" type="date" min={filters.from} {...field('to')} />
      <Button variant="quiet" disabled={areEmpty(filters)} onClick={() => onFilters(NO_FILTERS)} className="justify-self-start">
        Clear
      </Button>
    </div>
  );
}
