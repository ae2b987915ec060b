import { dayIn, shiftDay } from '@/lib/time/clinic-time';
import { minutesOfDay, wallClock } from '@/lib/time/day-bounds';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';

/** When it is to leave: null is as soon as it may. */
export interface When {
  day: string;
  time: string;
}

/** How far ahead a contact is planned, in days. */
const LATEST = 60;

/** The instant that is meant, on the practice's clocks; null for as soon as it may, or while something is missing. */
export function instantOf(when: When | null, timeZone: string): string | null {
  if (!when?.day || !when.time) return null;
  const [hours = 0, minutes = 0] = when.time.split(':').map(Number);
  return new Date(wallClock(when.day, hours * 60 + minutes, timeZone)).toISOString();
}

/** How a practice's clocks show an instant. */
export function whenOf(instant: string, timeZone: string): When {
  const minutes = minutesOfDay(Date.parse(instant), timeZone);
  const two = (count: number) => String(count).padStart(2, '0');
  return { day: dayIn(timeZone, new Date(instant)), time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
}

export interface WhenFieldProps {
  when: When | null;
  onChange: (when: When | null) => void;
  timeZone: string;
  /** The server's clock, which decides what is to come; the reader's may be wrong. */
  now: string;
}

/** Now or later. */
export function WhenField({ when, onChange, timeZone, now }: WhenFieldProps) {
  const today = dayIn(timeZone, new Date(now));
  const tomorrow = { day: shiftDay(today, 1), time: '10:00' };
  return (
    <div className="mt-5 grid gap-3">
      <SelectField
        label="When"
        value={when ? 'later' : 'now'}
        onChange={(event) => onChange(event.target.value === 'later' ? tomorrow : null)}
        options={[
          { value: 'now', label: 'As soon as allowed' },
          { value: 'later', label: 'At a day and time' },
        ]}
      />
      {when && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Day"
            type="date"
            required
            min={today}
            max={shiftDay(today, LATEST)}
            value={when.day}
            onChange={(event) => onChange({ ...when, day: event.target.value })}
          />
          <TextField
            label="Time"
            type="time"
            required
            value={when.time}
            onChange={(event) => onChange({ ...when, time: event.target.value })}
          />
          <p className="col-span-2 text-sm text-slate">
            Your practice’s time. Consent, contact hours and limits are checked again then.
          </p>
        </div>
      )}
    </div>
  );
}
