import { Lock } from 'lucide-react';
import { useDeferredValue, type ReactNode } from 'react';
import { ErrorNote } from './notes';
import { Skeleton } from './skeleton';

export interface LoadedProps<T> {
  /** A query, as TanStack Query gives it. */
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** Read out while it loads: `Loading the team`. */
  waiting: string;
  /** Rows of the skeleton. */
  rows?: number;
  /** The words for a failure, and whether asking again may help. */
  explain: (error: Error) => { words: string; retry: boolean };
  children: (data: T) => ReactNode;
}

/**
 * What a query gave, or a skeleton while it is asked for, or why there is nothing to show.
 *
 * The first answer is drawn in steps, between which the page still answers presses.
 */
export function Loaded<T>({ query, waiting, rows = 3, explain, children }: LoadedProps<T>) {
  const isHere = useDeferredValue(query.data !== undefined);
  if (query.data !== undefined && isHere) return children(query.data);
  if (!query.error) return <Waiting words={waiting} rows={rows} />;
  const { words, retry } = explain(query.error);
  return retry ? <ErrorNote onRetry={() => void query.refetch()}>{words}</ErrorNote> : <DeniedNote>{words}</DeniedNote>;
}

function Waiting({ words, rows }: { words: string; rows: number }) {
  return (
    <div className="grid gap-6 border-t border-line px-5 py-5 sm:px-6">
      <span className="sr-only" role="status">
        {words}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </div>
  );
}

/** What stands where a part of the page would, when the reader may not see it. */
export function DeniedNote({ children }: { children: string }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-10 text-center">
      <Lock aria-hidden="true" className="size-6 text-slate" />
      <p className="max-w-sm text-slate">{children}</p>
    </div>
  );
}
