import { isDay } from '@/lib/time/clinic-time';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import type { Activity } from './queries';

export type CallStatus = Activity['status'];

/** What narrows the call log, as far as it stands in an address. Days are the clinic's. */
export interface CallFilter {
  status: CallStatus | null;
  since: string | null;
  until: string | null;
  verdict: 'up' | 'down' | null;
}

const STATUSES: readonly CallStatus[] = [
  'In progress',
  'Answered',
  'Booked',
  'Rebooked',
  'Scheduled',
  'Sent',
  'No Answer',
  'Failed',
];

/** The parameters of the address that a filter stands in. */
export const CALL_FILTERS: readonly (keyof CallFilter)[] = ['status', 'since', 'until', 'verdict'];

/** The filter that an address asks for; what it says wrongly counts as not said. */
export function readFilter(params: URLSearchParams): CallFilter {
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return isDay(text) ? text : null;
  };
  const verdict = params.get('verdict');
  return {
    status: STATUSES.find((status) => status === params.get('status')) ?? null,
    since: day('since'),
    until: day('until'),
    verdict: verdict === 'up' || verdict === 'down' ? verdict : null,
  };
}

/** Writes a filter into an address, which stays bare where nothing is narrowed. */
export function writeFilter(params: URLSearchParams, filter: CallFilter): URLSearchParams {
  for (const name of CALL_FILTERS) {
    params.delete(name);
    if (filter[name]) params.set(name, filter[name]);
  }
  return params;
}

export interface FilterBarProps {
  patient: string;
  onPatient: (text: string) => void;
  filter: CallFilter;
  /** What was chosen just now; the rest stays as it is, or as it was chosen a moment ago. */
  onFilter: (part: Partial<CallFilter>) => void;
}

const ANY_STATUS = { value: '', label: 'Any status' };

const VERDICTS = [
  { value: '', label: 'Any' },
  { value: 'down', label: 'Thumbs down' },
  { value: 'up', label: 'Thumbs up' },
];

/** The controls that narrow the call log. */
export function FilterBar({ patient, onPatient, filter, onFilter }: FilterBarProps) {
  return (
    <div className="grid gap-4 px-5 pb-5 sm:grid-cols-2 sm:px-6 xl:grid-cols-5">
      <TextField
        label="Patient"
        type="search"
        data-shortcut="search"
        value={patient}
        onChange={(event) => onPatient(event.target.value)}
        maxLength={120}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label="Status"
        value={filter.status ?? ''}
        onChange={(event) => onFilter({ status: (event.target.value || null) as CallStatus | null })}
        options={[ANY_STATUS, ...STATUSES.map((value) => ({ value, label: value }))]}
      />
      <TextField
        label="From"
        type="date"
        value={filter.since ?? ''}
        onChange={(event) => onFilter({ since: event.target.value || null })}
      />
      <TextField
        label="To"
        type="date"
        value={filter.until ?? ''}
        onChange={(event) => onFilter({ until: event.target.value || null })}
      />
      <SelectField
        label="Feedback"
        value={filter.verdict ?? ''}
        onChange={(event) => onFilter({ verdict: (event.target.value || null) as CallFilter['verdict'] })}
        options={VERDICTS}
      />
    </div>
  );
}
