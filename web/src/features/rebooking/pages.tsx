import { Button } from '@/ui/button';
import { PAGE_SIZE } from './queries';
import { rangeInWords } from './view';

export interface PagesProps {
  page: number;
  pages: number;
  total: number;
  onPage: (page: number) => void;
}

/** The way through the pages, where there is more than one. */
export function Pages({ page, pages, total, onPage }: PagesProps) {
  if (pages < 2) return null;
  return (
    <nav
      aria-label="Pages of patients"
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 sm:px-6"
    >
      <p role="status" className="text-[0.9375rem] text-slate tabular-nums">
        {rangeInWords(page, PAGE_SIZE, total)}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
