import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '@/lib/class-names';
import { Card } from './card';
import { Skeleton } from './feedback/skeleton';

export interface StatCardProps {
  label: string;
  /** Already formatted for the reader; undefined while it loads. */
  value: string | undefined;
  /** A short line under the figure, such as what it counts. */
  note?: ReactNode;
  /** Where what it counts is listed. */
  to?: string | undefined;
  /** Above something that people work on: smaller. */
  dense?: boolean;
}

/** One figure with its name, read as a pair: use inside a `<dl>`. */
export function StatCard({ label, value, note, to, dense = false }: StatCardProps) {
  return (
    <Card className={classNames('relative flex flex-col has-[a:hover]:border-petrol', dense ? 'px-5! py-3!' : 'gap-1 max-sm:p-4')}>
      <dt className="text-[0.9375rem] text-slate">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card hover:underline hover:underline-offset-4">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className={classNames('font-display text-[1.75rem] leading-tight font-medium', !dense && 'sm:text-4xl')}>
        {value ?? <Skeleton className="my-1 h-7 w-20 sm:h-9 sm:w-24" />}
      </dd>
      {note && <dd className="text-sm text-slate">{note}</dd>}
    </Card>
  );
}
