import { Copy, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { clockWords, DAYS } from '@/lib/time/week-hours';
import { IconButton } from '@/ui/buttons/icon-button';
import { CopyDays } from './copy-days';
import type { Faults } from './use-draft';

/** A stretch of one weekday; shifts also say where. */
export interface Stretch {
  weekday: number;
  begins: string;
  ends: string;
  location_id?: string;
}

export interface StretchesFieldProps<S extends Stretch> {
  legend: string;
  /** The name of the list in the value: `hours`. */
  name: string;
  value: readonly S[];
  onChange: (value: S[]) => void;
  faults: Faults;
  /** What a new one begins with. */
  first: S;
  /** What a day without hours is. */
  none?: string;
  locations?: readonly { value: string; label: string }[];
}

/** The hours of a week, a row a day from Monday to Sunday; those of a day can be copied to others. */
export function StretchesField<S extends Stretch>({ legend, value, onChange, first, ...rest }: StretchesFieldProps<S>) {
  const [copied, setCopied] = useState<number>();
  const ofDay = (day: number) => value.filter(({ weekday }) => weekday === day);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{legend}</legend>
      <ul className="rounded-xl border border-line-strong">
        {DAYS.map((label, day) => (
          <li key={label} className="border-b border-line px-3 py-2 last:border-b-0">
            <DayRow
              {...rest}
              day={day}
              value={value}
              onChange={onChange}
              onAdd={() => onChange([...value, nextOf(ofDay(day).at(-1), { ...(value.at(-1) ?? first), weekday: day })])}
              onCopy={() => setCopied(copied === day ? undefined : day)}
              copying={copied === day}
            />
            {copied === day && (
              <CopyDays
                day={day}
                onClose={() => setCopied(undefined)}
                onCopy={(days) => {
                  onChange(copiedTo(value, day, days));
                  setCopied(undefined);
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** A second stretch of a day begins where the last one ends. */
function nextOf<S extends Stretch>(last: S | undefined, fresh: S): S {
  return last ? { ...last, begins: last.ends, ends: last.ends } : fresh;
}

/** The week after the hours of `from` have taken the place of those of `days`. */
export function copiedTo<S extends Stretch>(week: readonly S[], from: number, days: readonly number[]): S[] {
  const kept = week.filter(({ weekday }) => !days.includes(weekday));
  const copies = days.flatMap((weekday) => week.filter((one) => one.weekday === from).map((one) => ({ ...one, weekday })));
  return [...kept, ...copies].sort((one, other) => one.weekday - other.weekday);
}

interface DayRowProps<S extends Stretch> extends Omit<StretchesFieldProps<S>, 'legend' | 'first'> {
  day: number;
  onAdd: () => void;
  onCopy: () => void;
  copying: boolean;
}

function DayRow<S extends Stretch>({ day, value, none, onChange, onAdd, onCopy, copying, ...rest }: DayRowProps<S>) {
  const label = DAYS[day] ?? '';
  const places = value.flatMap(({ weekday }, place) => (weekday === day ? [place] : []));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 sm:grid-cols-[3rem_minmax(0,1fr)_auto]">
      <span className="py-2.5 text-[0.9375rem] font-medium" aria-label={label}>
        {label.slice(0, 3)}
      </span>
      <div className="grid gap-2 max-sm:order-last max-sm:col-span-2">
        {places.length === 0 && <p className="py-2.5 text-[0.9375rem] text-slate">{none ?? (rest.locations ? 'Off' : 'Closed')}</p>}
        {places.map((place) => (
          <StretchRow
            key={place}
            {...rest}
            day={label}
            place={place}
            stretch={value[place]!}
            onChange={(part) => onChange(value.map((one, at) => (at === place ? { ...one, ...part } : one)))}
            onRemove={() => onChange(value.filter((_, at) => at !== place))}
          />
        ))}
      </div>
      <div className="flex">
        <IconButton label={`Add hours on ${label}`} onClick={onAdd}>
          <Plus aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={`Copy ${label} to other days`} aria-expanded={copying} onClick={onCopy}>
          <Copy aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

interface StretchRowProps {
  day: string;
  name: string;
  place: number;
  stretch: Stretch;
  faults: Faults;
  locations?: readonly { value: string; label: string }[] | undefined;
  onChange: (part: Partial<Stretch>) => void;
  onRemove: () => void;
}

const FIELD = 'min-h-11 min-w-0 rounded-lg border bg-paper px-3 text-[0.9375rem] tabular-nums [&::-webkit-calendar-picker-indicator]:hidden';

function StretchRow({ day, name, place, stretch, faults, locations, onChange, onRemove }: StretchRowProps) {
  const faultOf = (field: string) => faults[`${name}.${place}.${field}`];
  const said = ['begins', 'ends', 'location_id'].map(faultOf).filter(Boolean).join(' ');
  const border = (field: string) => (faultOf(field) ? 'border-bad' : 'border-line-strong');
  const told = said ? { 'aria-describedby': `${name}-${place}-said` } : {};
  return (
    <div>
      <div className="flex flex-wrap items-center gap-1.5">
        {(['begins', 'ends'] as const).map((end) => (
          <input
            key={end}
            type="time"
            aria-label={`${day} ${end === 'begins' ? 'from' : 'to'}`}
            aria-invalid={faultOf(end) ? true : undefined}
            {...told}
            value={stretch[end]}
            onChange={(event) => onChange({ [end]: event.target.value })}
            className={`${FIELD} flex-1 basis-24 ${border(end)}`}
          />
        ))}
        <IconButton
          label={`Remove ${day} ${stretch.begins && clockWords(stretch.begins)} to ${stretch.ends && clockWords(stretch.ends)}`}
          className="-mr-2"
          onClick={onRemove}
        >
          <X aria-hidden="true" className="size-4" />
        </IconButton>
        {locations && (
          <select
            aria-label={`${day} location`}
            {...told}
            value={stretch.location_id}
            onChange={(event) => onChange({ location_id: event.target.value })}
            className={`${FIELD} w-full ${border('location_id')}`}
          >
            {locations.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </div>
      {said && (
        <p id={`${name}-${place}-said`} className="mt-1 text-sm text-bad">
          {said}
        </p>
      )}
    </div>
  );
}
