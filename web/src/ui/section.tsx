import { useId, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { Card } from './card';

export interface SectionProps {
  title: string;
  /** A short line under the title. */
  note?: ReactNode;
  /** Controls at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A named part of a page: a card with its title, announced as a region. It is isolated, so that the browser need not paint
 * it again when another part changes. */
export function Section({ title, note, actions, children, className }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classNames('min-w-0', className)}>
      <Card className="isolate flex h-full flex-col overflow-hidden p-0!">
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 pt-4 pb-3 sm:px-6">
          <div className="min-w-0">
            <h2 id={titleId} className="font-display text-2xl leading-tight font-medium">
              {title}
            </h2>
            {note && <p className="mt-0.5 text-[0.9375rem] text-slate">{note}</p>}
          </div>
          {actions}
        </header>
        {children}
      </Card>
    </section>
  );
}
