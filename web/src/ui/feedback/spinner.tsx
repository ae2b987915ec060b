import { classNames } from '@/lib/class-names';

/** A small turning ring. Decorative: the text beside it says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-[1.1em] animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  );
}

/** A page or panel that is still loading, announced with its text. */
export function Loading({ children }: { children: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-slate">
      <Spinner className="text-petrol" />
      {children}
    </p>
  );
}
