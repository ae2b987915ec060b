import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { shiftDay } from '@/lib/time/clinic-time';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';

type Repeat = NonNullable<Schemas['BlockIn']['repeat']>;

const RHYTHMS: { value: Repeat['rhythm'] | ''; label: string }[] = [
  { value: '', label: 'Doesn’t repeat' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekdays', label: 'Every weekday' },
  { value: 'weekly', label: 'Every week' },
];
const WEEKS = 12;

/** How often blocked time comes again, and until when; `day` is its first. */
export function RepeatFields({ day }: { day: string }) {
  const [rhythm, setRhythm] = useState('');
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="Repeats"
          name="rhythm"
          className={rhythm ? '' : 'col-span-2'}
          value={rhythm}
          onChange={({ target }) => setRhythm(target.value)}
          options={RHYTHMS}
        />
        {rhythm && <TextField label="Last day" name="repeat-until" type="date" required min={day} defaultValue={shiftDay(day, WEEKS * 7)} />}
      </div>
      {rhythm && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" name="skip-taken" className="size-4.5 shrink-0 accent-petrol" />
          Skip days that already have an appointment then
        </label>
      )}
    </>
  );
}

/** What the fields say; null for time that is blocked once. */
export function repeatOf(form: FormData): Repeat | null {
  const rhythm = RHYTHMS.find(({ value }) => value && value === form.get('rhythm'))?.value;
  if (!rhythm) return null;
  return { rhythm, until: String(form.get('repeat-until')), skip_taken: form.has('skip-taken') };
}
