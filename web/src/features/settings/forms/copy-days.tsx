import { useId, useState } from 'react';
import { DAYS } from '@/lib/time/week-hours';
import { Button } from '@/ui/buttons/button';

export interface CopyDaysProps {
  /** The day that is copied. */
  day: number;
  onCopy: (days: number[]) => void;
  onClose: () => void;
}

const FRIDAY = 4;

/** Which days get the hours of another: the other workdays, unless told otherwise. */
export function CopyDays({ day, onCopy, onClose }: CopyDaysProps) {
  const others = DAYS.map((_, at) => at).filter((at) => at !== day);
  const [days, setDays] = useState(() => others.filter((at) => at <= FRIDAY));
  const legend = useId();
  const toggle = (at: number) => setDays(others.filter((other) => days.includes(other) !== (other === at)));
  return (
    <div role="group" aria-labelledby={legend} className="mt-2 rounded-lg bg-mist p-3">
      <p id={legend} className="text-[0.9375rem] font-medium">
        Copy {DAYS[day]} to
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map((at) => (
          <label
            key={at}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong bg-paper px-3 text-[0.9375rem] has-checked:bg-celadon has-focus-visible:outline-3 has-focus-visible:outline-petrol"
          >
            <input
              type="checkbox"
              aria-label={DAYS[at]}
              checked={days.includes(at)}
              onChange={() => toggle(at)}
              className="size-4 accent-petrol outline-none"
            />
            {DAYS[at]?.slice(0, 3)}
          </label>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={days.length === 0} onClick={() => onCopy(days)}>
          Copy
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
