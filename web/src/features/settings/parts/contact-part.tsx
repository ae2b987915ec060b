import type { Schemas } from '@/api/client';
import { RadioCards } from '@/ui/fields/radio-cards';
import { TextField } from '@/ui/fields/text-field';
import { NumberField } from '../forms/fields';
import type { PartProps } from './part';
import { saveSection, useChange } from '../queries';
import { SectionForm } from '../forms/section-form';
import { useDraft } from '../forms/use-draft';

const LABELS = {
  opens: 'Earliest',
  closes: 'Latest',
  per_day: 'Contacts per day',
  per_week: 'Contacts per week',
  recall_basis: 'Consent for recalls',
};
const BASES = [
  { value: 'written', label: 'Written consent', note: 'Strictest: signed on paper or in a form, for elective treatment.' },
  { value: 'express', label: 'Verbal consent', note: 'If your lawyer considers recalls informational, as in dentistry.' },
  { value: 'number_given', label: 'Number provided', note: 'Only for care that is part of an ongoing treatment.' },
] as const;
const CLASSES: readonly [string, string][] = [
  ['Reply to an inquiry', 'None, within 24 hours'],
  ['Appointment reminder', 'Number provided'],
  ['Recall', 'As selected above'],
  ['Promotion', 'Written consent'],
  ['AI calls', 'AI-voice consent also required'],
];

/** When and how often Mia may contact patients of her own accord, and what they must have agreed to. */
export function ContactPart({ slug, settings }: PartProps) {
  const change = useChange(slug);
  const draft = useDraft(settings.contact, (value, version) => change(saveSection(slug, { section: 'contact', version, value })));
  const { value, set, faults } = draft;
  return (
    <SectionForm
      title="Contact policy"
      note="Applies to calls and messages Mia starts, in the patient’s time zone. STOP always applies."
      draft={draft}
      labels={LABELS}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Earliest"
          type="time"
          hint="Not before 8:00 AM."
          value={value.opens}
          error={faults['opens']}
          onChange={(e) => set({ opens: e.target.value })}
        />
        <TextField
          label="Latest"
          type="time"
          hint="Not after 8:00 PM."
          value={value.closes}
          error={faults['closes']}
          onChange={(e) => set({ closes: e.target.value })}
        />
        <NumberField
          label="Maximum in 24 hours"
          hint="Contacts per patient across all channels."
          value={value.per_day}
          error={faults['per_day']}
          onChange={(number) => set({ per_day: number ?? NaN })}
        />
        <NumberField
          label="Maximum in 7 days"
          value={value.per_week}
          error={faults['per_week']}
          onChange={(number) => set({ per_week: number ?? NaN })}
        />
      </div>
      <RadioCards
        legend="Consent for recalls"
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
      <h3 className="font-semibold">Consent required by contact type</h3>
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
