import { Button } from './buttons/button';

export interface PatientPagesProps {
  page: number;
  pages: number;
  /** Patients on a full page, and in all. */
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** The way through the pages of a list of patients, where there is more than one. */
export function PatientPages({ page, pages, size, total, onPage }: PatientPagesProps) {
  if (pages < 2) return null;
  return (
    <nav
      aria-label="Pages of patients"
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 sm:px-6"
    >
      <p role="status" className="text-[0.9375rem] text-slate tabular-nums">
        {rangeInWords(page, size, total)}
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

/** `Showing 11 to 20 of 213 patients`. */
function rangeInWords(page: number, size: number, total: number): string {
  const first = (page - 1) * size + 1;
  return `Showing ${first} to ${Math.min(total, page * size)} of ${total} patients`;
}
