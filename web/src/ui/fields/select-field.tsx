import { ChevronDown } from 'lucide-react';
import { useId, type SelectHTMLAttributes } from 'react';
import { classNames } from '@/lib/class-names';

export interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  options: readonly { value: string; label: string }[];
  /** For rows of filters whose choices say what they are: the label is there for screen readers alone. */
  bare?: boolean;
}

/** A labelled list of choices: the browser's own, which every keyboard, phone and screen reader knows. */
export function SelectField({ label, options, bare = false, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={id} className={bare ? 'sr-only' : 'mb-1.5 block text-[0.9375rem] font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          className={classNames(
            bare ? 'min-h-11' : 'min-h-12.5',
            'w-full appearance-none truncate rounded-xl border border-line-strong bg-paper pr-10 pl-4 text-ink disabled:opacity-55',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-slate"
        />
      </div>
    </div>
  );
}
