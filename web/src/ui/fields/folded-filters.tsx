import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';

export interface FoldedFiltersProps {
  /** How many of them narrow the list. */
  narrowed: number;
  children: ReactNode;
}

/** Filters that would fill a phone before the list begins: there a button opens them, elsewhere they always show. */
export function FoldedFilters({ narrowed, children }: FoldedFiltersProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="px-5 pb-4 sm:hidden">
        <Button variant="secondary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden="true" className="size-4.5" />
          {narrowed ? `Filters (${narrowed})` : 'Filters'}
        </Button>
      </div>
      <div id={id} className={classNames(!open && 'max-sm:hidden')}>
        {children}
      </div>
    </>
  );
}
