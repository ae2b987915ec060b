import { Plus, X } from 'lucide-react';
import { DAYS } from '@/lib/time/week-hours';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
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
  locations?: readonly { value: string; label: string }[];
}

const WEEKDAYS = DAYS.map((label, day) => ({ value: String(day), label }));

/** The hours of a week: any number of stretches, in the practice's time. */
export function StretchesField<S extends Stretch>({ legend, name, value, onChange, faults, first, locations }: StretchesFieldProps<S>) {
  const change = (place: number, part: Partial<Stretch>) =>
    onChange(value.map((one, at) => (at === place ? { ...one, ...part } : one)));
  const next = (value.at(-1)?.weekday ?? -1) + 1;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{legend}</legend>
      {value.length === 0 && <p className="mb-3 text-[0.9375rem] text-slate">None.</p>}
      <ul className="grid gap-4">
        {value.map((one, place) => (
          <li key={place} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 border-b border-line pb-4 last:border-b-0">
            <SelectField
              label="Day"
              className="col-span-2"
              options={WEEKDAYS}
              value={String(one.weekday)}
              onChange={(event) => change(place, { weekday: Number(event.target.value) })}
            />
            <IconButton
              className="mt-7.5"
              label={`Remove ${DAYS[one.weekday]} ${one.begins} to ${one.ends}`}
              onClick={() => onChange(value.filter((_, at) => at !== place))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
            {(['begins', 'ends'] as const).map((end) => (
              <TextField
                key={end}
                label={end === 'begins' ? 'From' : 'To'}
                type="time"
                value={one[end]}
                error={faults[`${name}.${place}.${end}`]}
                onChange={(event) => change(place, { [end]: event.target.value })}
              />
            ))}
            {locations && (
              <PlaceOf
                locations={locations}
                value={one.location_id}
                fault={faults[`${name}.${place}.location_id`]}
                onChange={(location_id) => change(place, { location_id })}
              />
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        className="mt-3"
        onClick={() => onChange([...value, { ...(value.at(-1) ?? first), weekday: next % DAYS.length }])}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add hours
      </Button>
    </fieldset>
  );
}

interface PlaceOfProps {
  locations: readonly { value: string; label: string }[];
  value: string | undefined;
  fault: string | undefined;
  onChange: (location_id: string) => void;
}

/** Where a shift is worked. */
function PlaceOf({ locations, value, fault, onChange }: PlaceOfProps) {
  return (
    <div className="col-span-2">
      <SelectField label="Location" options={locations} value={value} onChange={(event) => onChange(event.target.value)} />
      {fault && <p className="mt-1.5 text-sm text-bad">{fault}</p>}
    </div>
  );
}
