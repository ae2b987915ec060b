import type { Schemas } from '@/api/client';
import { RadioCards } from '@/ui/fields/radio-cards';
import { TextField } from '@/ui/fields/text-field';
import { StretchesField } from '../forms/stretches-field';
import type { Draft } from '../forms/use-draft';

const WHEN = [
  { value: 'open', label: 'During opening hours' },
  { value: 'own', label: 'At set times', note: 'Never on days when the whole practice is closed.' },
] as const;
const FIRST = { weekday: 0, begins: '09:00', ends: '17:00' };

export interface HandOffFieldsProps {
  draft: Draft<Schemas['MiaValue']>;
  /** What set times begin with. */
  openingHours: Schemas['Hours'][];
}

/** Where and when the team takes calls, and who takes them otherwise. */
export function HandOffFields({ draft: { value, set, faults }, openingHours }: HandOffFieldsProps) {
  const hours = value.hand_off_hours;
  return (
    <>
      <TextField
        label="Hand-off number"
        type="tel"
        hint="Number for callers who ask for a person."
        value={value.hand_off_number}
        error={faults['hand_off_number']}
        onChange={(e) => set({ hand_off_number: e.target.value })}
      />
      <RadioCards
        legend="Your team takes calls"
        name="hand-off-hours"
        options={WHEN}
        value={hours ? 'own' : 'open'}
        onChange={(when) => set({ hand_off_hours: when === 'own' ? openingHours : null })}
      />
      {hours && (
        <StretchesField
          legend="Times for calls"
          name="hand_off_hours"
          none="No calls"
          value={hours}
          faults={faults}
          first={FIRST}
          onChange={(now) => set({ hand_off_hours: now })}
        />
      )}
      <TextField
        label="Overflow number"
        type="tel"
        hint="Rings when no one answers, and outside these hours. If empty, Mia takes a message and says when your team will call back."
        value={value.overflow_number}
        error={faults['overflow_number']}
        onChange={(e) => set({ overflow_number: e.target.value })}
      />
    </>
  );
}
