import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from '@/lib/class-names';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Said under the field, and read with it. */
  hint?: string;
  /** What is wrong with the value. Its presence marks the field invalid. */
  error?: string | undefined;
  /** Something that stands at the end of the field, such as a show/hide button. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its hint and its error tied to it. */
export function TextField({ label, hint, error, end, className, id, ...input }: TextFieldProps) {
  const made = useId();
  const inputId = id ?? made;
  const said = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-[0.9375rem] font-medium">
        {label}
      </label>
      <div
        className={classNames(
          'flex min-h-12 items-center rounded-xl border bg-paper transition-colors',
          'focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-petrol',
          error ? 'border-bad' : 'border-line-strong',
        )}
      >
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={said ? `${inputId}-said` : undefined}
          className="min-h-12 min-w-0 flex-1 rounded-xl bg-transparent px-4 outline-none placeholder:text-slate"
        />
        {end}
      </div>
      {said && (
        <p id={`${inputId}-said`} className={classNames('mt-1.5 text-sm', error ? 'text-bad' : 'text-slate')}>
          {said}
        </p>
      )}
    </div>
  );
}
