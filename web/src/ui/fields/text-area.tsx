import { useId, type TextareaHTMLAttributes } from 'react';
import { classNames } from '@/lib/class-names';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  /** What is wrong with the value. Its presence marks the field invalid. */
  error?: string | undefined;
}

/** A labelled field for several lines, with its error tied to it. */
export function TextArea({ label, error, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-[0.9375rem] font-medium">
        {label}
      </label>
      <textarea
        rows={3}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-said` : undefined}
        className={classNames(
          'w-full rounded-xl border bg-paper px-4 py-3 placeholder:text-slate',
          error ? 'border-bad' : 'border-line-strong',
        )}
      />
      {error && (
        <p id={`${id}-said`} className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
