import type { ReactNode } from 'react';

/** The heading of a page, with a sentence on what it is for, and what can be done on the whole page. */
export function PageTitle({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="max-w-2xl">
        <h1 className="font-display text-[2rem] leading-tight font-medium text-balance">{title}</h1>
        {note && <p className="text-slate">{note}</p>}
      </div>
      {children}
    </div>
  );
}
