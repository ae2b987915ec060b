import { NumberField } from '../forms/fields';
import type { PartProps } from './part';
import { saveSection, useChange } from '../queries';
import { SectionForm } from '../forms/section-form';
import { useDraft } from '../forms/use-draft';

const KEPT: readonly [string, string][] = [
  ['Recordings, transcripts, summaries, texts and emails', 'As set above'],
  ['Date, channel and outcome of each contact', 'With the patient’s record'],
  ['Patients, treatments, visits, consents', 'As long as you are the data controller'],
  ['Temporary leads', '30 minutes, unless saved'],
  ['Demo visitors’ conversations with Mia', '24 hours'],
  ['The activity log, without content', '6 years'],
];

/** How long what was said and written is kept. */
export function RetentionPart({ slug, settings }: PartProps) {
  const change = useChange(slug);
  const draft = useDraft(settings.retention, (value, version) => change(saveSection(slug, { section: 'retention', version, value })));
  const shorter = draft.dirty && draft.value.content_days < settings.retention.value.content_days;
  return (
    <SectionForm
      title="Retention"
      note="Content is deleted after this many days, here and in the voice service. Every deletion is logged."
      draft={draft}
      labels={{ content_days: 'Days' }}
    >
      <NumberField
        label="Days to keep content"
        hint={`1 to ${settings.longest_content_days}.`}
        value={draft.value.content_days}
        error={draft.faults['content_days']}
        onChange={(days) => draft.set({ content_days: days ?? NaN })}
      />
      {shorter && (
        <p className="rounded-xl bg-warn-wash px-4 py-3">Older content will be permanently deleted within an hour. This can’t be undone.</p>
      )}
      <dl className="grid gap-2 text-[0.9375rem]">
        {KEPT.map(([what, time]) => (
          <div key={what} className="flex flex-wrap justify-between gap-x-6 border-b border-line pb-2 last:border-b-0">
            <dt>{what}</dt>
            <dd className="text-slate">{time}</dd>
          </div>
        ))}
      </dl>
    </SectionForm>
  );
}
