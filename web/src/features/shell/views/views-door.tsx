import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/ui/buttons/button';
import type { SavedViewsProps } from './saved-views';

const SavedViews = lazy(async () => ({ default: (await import('./saved-views')).SavedViews }));

/** Saved views behind a button, for pages that should not load their script before someone wants one. */
export function ViewsDoor(props: SavedViewsProps) {
  const [open, setOpen] = useState(false);
  const button = (
    <p className="px-5 pb-4 sm:px-6">
      <Button variant="quiet" busy={open} onClick={() => setOpen(true)} className="-ml-5">
        <Bookmark aria-hidden="true" className="size-4.5" />
        Saved views
      </Button>
    </p>
  );
  return open ? (
    <Suspense fallback={button}>
      <SavedViews {...props} />
    </Suspense>
  ) : (
    button
  );
}
