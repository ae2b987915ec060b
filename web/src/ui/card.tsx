import type { HTMLAttributes } from 'react';
import { classNames } from '@/lib/class-names';

/** A sheet of paper on the mist. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={classNames('rounded-card border border-line bg-paper p-6', className)} />;
}
