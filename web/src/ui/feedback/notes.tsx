import type { ReactNode } from 'react';
import { Button } from '../buttons/button';

/** What stands where a list would, when there is nothing to list. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-1 px-6 py-10 text-center">
      <svg viewBox="0 0 96 24" aria-hidden="true" className="mb-3 h-6 w-24 fill-none stroke-celadon-deep">
        <path d="M2 12h28c6 0 7-6 10-6s4 12 8 12 5-9 8-9 3 3 7 3h31" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-sm text-[0.9375rem] text-slate">{children}</p>}
    </div>
  );
}

/** What stands where a part of the page would, when it could not be loaded. */
export function ErrorNote({ children, onRetry }: { children: string; onRetry?: (() => void) | undefined }) {
  return (
    <div role="alert" className="grid flex-1 content-center justify-items-center gap-4 px-6 py-10 text-center">
      <p className="max-w-sm text-slate">{children}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
