import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';

/**
 * Filters that would fill a phone before the list begins: there a button opens them, elsewhere they always show.
 * `narrowed` is how many of them narrow the list. `beside` puts the button before a list's other controls; `fold` goes
 * on the element around the filters.
 */
export function useFoldedFilters(narrowed: number) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const beside = (controls: ReactNode) => (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="secondary" className="sm:hidden" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        {narrowed ? `Filters (${narrowed})` : 'Filters'}
      </Button>
      {controls}
    </div>
  );
  return { beside, fold: { id, className: classNames(!open && 'max-sm:hidden') } };
}
