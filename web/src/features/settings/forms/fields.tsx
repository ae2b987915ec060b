import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { TextField } from '@/ui/fields/text-field';

export interface NumberFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: number | null;
  /** NaN for what is no number. */
  onChange: (value: number | null) => void;
  /** Nothing is a value of its own: "not set". */
  optional?: boolean;
  /** How many of the smallest unit make one on the page: 100 for dollars that are kept as cents. */
  unit?: 1 | 100;
  disabled?: boolean;
}

/** A whole number, or an amount of money, typed as it is read. */
export function NumberField({ value, onChange, optional = false, unit = 1, error, disabled = false, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState({ text: shown(value, unit), value });
  // What was typed stands as long as it means the value: `10.` is on its way to `10.5`.
  const text = Object.is(typed.value, value) ? typed.text : shown(value, unit);

  function type(now: string) {
    const read = readNumber(now, unit, optional);
    setTyped({ text: now, value: read });
    onChange(read);
  }

  const wrong = Number.isNaN(value) ? (unit === 100 ? 'Enter an amount, such as 475 or 12.50.' : 'Enter a whole number.') : undefined;
  return (
    <TextField
      {...field}
      inputMode={unit === 100 ? 'decimal' : 'numeric'}
      value={text}
      disabled={disabled}
      error={wrong ?? error}
      onChange={(event) => type(event.target.value)}
    />
  );
}

function shown(value: number | null, unit: 1 | 100): string {
  if (value === null || Number.isNaN(value)) return '';
  return unit === 1 ? String(value) : (value / 100).toFixed(value % 100 === 0 ? 0 : 2);
}

function readNumber(text: string, unit: 1 | 100, optional: boolean): number | null {
  const plain = text.trim().replaceAll(',', '');
  if (plain === '' && optional) return null;
  if (unit === 1) return /^\d{1,9}$/.test(plain) ? Number(plain) : NaN;
  const [, dollars, cents = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return dollars === undefined ? NaN : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

export interface LinesFieldProps {
  legend: string;
  hint?: string;
  /** What one line is: `website`. */
  what: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  errorOf: (place: number) => string | undefined;
  placeholder?: string;
}

/** A few short texts, one under the other. */
export function LinesField({ legend, hint, what, value, onChange, errorOf, placeholder }: LinesFieldProps) {
  const hintId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={hint ? hintId : undefined}>
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{legend}</legend>
      {hint && (
        <p id={hintId} className="mb-3 text-sm text-slate">
          {hint}
        </p>
      )}
      <div className="grid gap-3">
        {value.map((line, place) => (
          // Lines have no other identity than their place.
          <div key={place} className="flex items-end gap-2">
            <TextField
              className="min-w-0 flex-1"
              label={`${capital(what)} ${place + 1}`}
              value={line}
              placeholder={placeholder}
              error={errorOf(place)}
              onChange={(event) => onChange(value.map((one, at) => (at === place ? event.target.value : one)))}
            />
            <IconButton label={`Remove ${what} ${place + 1}`} onClick={() => onChange(value.filter((_, at) => at !== place))}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
        ))}
      </div>
      <Button variant="secondary" className="mt-3" onClick={() => onChange([...value, ''])}>
        <Plus aria-hidden="true" className="size-4" />
        Add {what}
      </Button>
    </fieldset>
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
