import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface FactorProps {
  Icon: LucideIcon;
  title: string;
  mark?: ReactNode;
  note: string;
  actions: ReactNode;
  children?: ReactNode;
}

/** One kind of second factor: what it is, whether it is there, what can be done. */
export function Factor({ Icon, title, mark, note, actions, children }: FactorProps) {
  return (
    <div className="border-b border-line px-5 py-5 last:border-b-0 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Icon aria-hidden="true" className="size-6 shrink-0 self-start text-petrol max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {title}
            {mark}
          </h3>
          <p className="text-[0.9375rem] text-slate">{note}</p>
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}

export interface WithCodes {
  /** Called with recovery codes that were just made, to be shown once. */
  onCodes: (codes: readonly string[]) => void;
}
