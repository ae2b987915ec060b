import type { Ref } from 'react';
import { classNames } from '@/lib/class-names';
import { passwordAdvice } from '@/lib/session/password-advice';
import { PasswordField } from './password-field';

export interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
  /** What others know of the person: its parts make a password weak. */
  about?: readonly string[];
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

const FILLED = ['', 'bg-bad', 'bg-warn', 'bg-good'] as const;

/** A field for a password yet to be chosen, with advice while it is typed. */
export function NewPasswordField({ label, value, onChange, about, error, ref }: NewPasswordFieldProps) {
  const { strength, text } = passwordAdvice(value, about);
  return (
    <div>
      <PasswordField
        {...(ref && { ref })}
        label={label}
        name="password"
        autoComplete="new-password"
        // Safari makes a password by these rules when it is asked to.
        {...{ passwordrules: 'minlength: 20; allowed: ascii-printable;' }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        hint="At least 8 characters. A few words in a row are strong and easy to remember."
        error={error}
      />
      <div className="mt-3 flex items-center gap-3">
        <div aria-hidden="true" className="flex w-24 shrink-0 gap-1">
          {[1, 2, 3].map((step) => (
            <span
              key={step}
              className={classNames('h-1.5 flex-1 rounded-full transition-colors', step <= strength ? FILLED[strength] : 'bg-line')}
            />
          ))}
        </div>
        <p role="status" className="min-h-5 text-sm text-slate">
          {text}
        </p>
      </div>
    </div>
  );
}
