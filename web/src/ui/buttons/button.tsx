import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from '@/lib/class-names';
import { Spinner } from '../feedback/spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'regular' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-petrol text-on-petrol hover:bg-petrol-deep',
  secondary: 'border border-line-strong bg-transparent text-ink hover:border-petrol hover:bg-celadon',
  quiet: 'text-ink hover:bg-celadon',
  danger: 'bg-bad text-mist hover:opacity-90',
};

const SIZES: Record<ButtonSize, string> = {
  regular: 'min-h-11 px-5',
  large: 'min-h-13 px-7 text-[1.0625rem]',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
  );
}

/** A phone shows its icon alone; the label must be in a `max-sm:sr-only` element. */
export const ICON_ON_PHONE = 'max-sm:size-11 max-sm:px-0';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and refuses further presses; the label stays for the reader to see what is under way. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button of type `button` unless told otherwise, 44 px high at least. */
export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(variant, size), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
