import { weekdayAndDate } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { EmptyNote } from '@/ui/feedback/notes';

/** A day on which no one works leads to the next on which someone does. */
export function ClosedDay({ next, onOpen }: { next: string; onOpen: (day: string) => void }) {
  return (
    <div className="pb-6 text-center">
      <EmptyNote title="Closed this day">The next open day is {weekdayAndDate(next)}.</EmptyNote>
      <Button variant="secondary" onClick={() => onOpen(next)}>
        Show {weekdayAndDate(next)}
      </Button>
    </div>
  );
}
