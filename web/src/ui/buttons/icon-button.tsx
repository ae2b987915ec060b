import type { ButtonHTMLAttributes } from 'react';
import { classNames } from '@/lib/class-names';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What the button does: its name for those who cannot see the icon, and its tooltip. */
  label: string;
}

/** A round button of 44 px that shows an icon alone. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-full text-slate transition-colors',
        'hover:bg-celadon hover:text-ink disabled:cursor-not-allowed disabled:opacity-40',
        className,
      )}
    />
  );
}
