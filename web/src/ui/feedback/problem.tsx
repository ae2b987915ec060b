import { classNames } from '@/lib/class-names';

/** Says in place why something did not happen, and says it aloud when it appears. */
export function Problem({ children, className }: { children: string | undefined; className?: string }) {
  return (
    <div role="alert" className={classNames('empty:hidden', className)}>
      {children && <p className="rounded-xl bg-bad-wash px-4 py-3 font-medium text-bad">{children}</p>}
    </div>
  );
}
