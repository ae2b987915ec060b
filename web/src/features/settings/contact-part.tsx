import type { Schemas } from '@/api/client';
import { RadioCards } from '@/ui/radio-cards';
import { TextField } from '@/ui/text-field';
import { NumberField } from './fields';
import type { PartProps } from './part';
import { saveSection, useChange } from './queries';
import { SectionForm } from './section-form';
import { useDraft } from './use-draft';

const LABELS = {
  opens: 'Not before',
  closes: 'Not after',
  per_day: 'Contacts in a day',
  per_week: 'Contacts in a week',
  recall_basis: 'Consent for recalls',
};
const BASES = [
  { value: 'written', label: 'Written consent', note: 'The strict reading, for elective treatment: signed, on paper or by a form.' },
  { value: 'express', label: 'The patient said so', note: 'Where your lawyer reads a recall as information, as in dentistry.' },
  { value: 'number_given', label: 'The patient gave the number', note: 'Only for what is part of a treatment under way.' },
] as const;
const CLASSES: readonly [string, string][] = [
  ['Answer to what somebody wrote or asked', 'None, within 24 hours'],
  ['Reminder of a booked visit', 'The number was given'],
  ['Recall: a visit is due', 'As chosen above'],
  ['Offer or promotion', 'Written consent'],
  ['Any call with an AI voice', 'Consent to an AI voice, besides'],
];

/** When and how often Mia may contact patients of her own accord, and what they must have agreed to. */
export function ContactPart({ slug, settings }: PartProps) {
  const change = useChange(slug);
  const draft = useDraft(settings.contact, (value, version) => change(saveSection(slug, { section: 'contact', version, value })));
  const { value, set, faults } = draft;
  return (
    <SectionForm
      title="Contact policy"
      note="Holds for calls and messages that Mia begins, on the clock of the place where the patient may be. A STOP always holds."
      draft={draft}
      labels={LABELS}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Not before"
          type="time"
          hint="8:00 AM at the earliest."
          value={value.opens}
          error={faults['opens']}
          onChange={(e) => set({ opens: e.target.value })}
        />
        <TextField
          label="Not after"
          type="time"
          hint="8:00 PM at the latest."
          value={value.closes}
          error={faults['closes']}
          onChange={(e) => set({ closes: e.target.value })}
        />
        <NumberField
          label="At most in 24 hours"
          hint="Contacts with one patient, whatever the channel."
          value={value.per_day}
          error={faults['per_day']}
          onChange={(number) => set({ per_day: number ?? NaN })}
        />
        <NumberField
          label="At most in 7 days"
          value={value.per_week}
          error={faults['per_week']}
          onChange={(number) => set({ per_week: number ?? NaN })}
        />
      </div>
      <RadioCards
        legend="What a recall needs"
        name="recall-basis"
        options={BASES}
        value={value.recall_basis}
        onChange={(basis) => set({ recall_basis: basis as Schemas['Basis'] })}
      />
      <Needs />
    </SectionForm>
  );
}

function Needs() {
  return (
    <div>
      <h3 className="font-semibold">What each kind of contact needs</h3>
      <dl className="mt-2 grid gap-2 text-[0.9375rem]">
        {CLASSES.map(([kind, needs]) => (
          <div key={kind} className="flex flex-wrap justify-between gap-x-6 border-b border-line pb-2 last:border-b-0">
            <dt>{kind}</dt>
            <dd className="text-slate">{needs}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
