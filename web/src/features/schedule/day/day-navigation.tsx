import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { isDay, shiftDay } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';

export interface DayNavigationProps {
  /** The day shown. */
  day: string;
  /** Whether it was chosen, and is not simply today. */
  chosen: boolean;
  /** A day, or null for today. */
  onChange: (day: string | null) => void;
}

/** One day back, one day on, any day from the calendar, and today. */
export function DayNavigation({ day, chosen, onChange }: DayNavigationProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="-mr-2 flex items-center max-sm:-ml-3">
      {chosen && (
        <Button variant="quiet" onClick={() => onChange(null)} className="px-4">
          Today
        </Button>
      )}
      <IconButton label="Previous day" onClick={() => onChange(shiftDay(day, -1))}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <span className="relative">
        <IconButton label="Choose a day" onClick={() => picker.current?.showPicker()}>
          <CalendarDays aria-hidden="true" className="size-5" />
        </IconButton>
        <input
          ref={picker}
          type="date"
          value={day}
          onChange={(event) => isDay(event.target.value) && onChange(event.target.value)}
          tabIndex={-1}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
      </span>
      <IconButton label="Next day" onClick={() => onChange(shiftDay(day, 1))}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
