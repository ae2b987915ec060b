import { classNames } from '@/lib/class-names';

/** A grey place where something will stand. Give it its size by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-lg bg-celadon', className)} />;
}
