import { useId } from 'react';
import { classNames } from '@/lib/class-names';

export interface SwitchProps {
  label: string;
  /** What it does, under the label. */
  note?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** In a row of controls: label and switch side by side. */
  inline?: boolean;
}

/** A setting that takes effect at once. */
export function Switch({ label, note, checked, onChange, disabled = false, inline = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={inline ? 'flex items-center gap-3' : 'flex items-start justify-between gap-6'}>
      <div className="min-w-0">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {note && (
          <p id={`${id}-note`} className="text-[0.9375rem] text-slate">
            {note}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={note ? `${id}-note` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="grid min-h-11 shrink-0 place-items-center rounded-full disabled:cursor-not-allowed disabled:opacity-55"
      >
        <span
          className={classNames(
            'block h-7 w-12 rounded-full border p-0.5 transition-colors',
            checked ? 'border-petrol bg-petrol' : 'border-line-strong bg-paper',
          )}
        >
          <span
            className={classNames(
              'block size-5.5 rounded-full transition-transform',
              checked ? 'translate-x-5 bg-on-petrol' : 'bg-line-strong',
            )}
          />
        </span>
      </button>
    </div>
  );
}
