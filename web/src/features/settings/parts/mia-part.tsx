import { useEffect, useState } from 'react';
import type { Schemas } from '@/api/client';
import { Section } from '@/ui/section';
import { Switch } from '@/ui/fields/switch';
import { TextArea } from '@/ui/fields/text-area';
import { ItemSection } from '../forms/item-section';
import { HandOffFields } from './hand-off-fields';
import type { PartProps } from './part';
import { saveSection, useChange } from '../queries';
import { FACT_LABELS, FactForm, NO_FACT, type Fact } from '../teaching/fact-form';
import { EvalCases } from '../teaching/eval-cases';
import { HearHer } from '../teaching/hear-her';
import { OpenQuestions } from '../teaching/open-questions';
import { TryOut, TryOutBelow } from '../teaching/try-out';
import { SectionForm } from '../forms/section-form';
import { useDraft } from '../forms/use-draft';

type Mia = Schemas['MiaValue'];
type Power = Exclude<keyof Mia, 'greeting' | 'hand_off_number' | 'hand_off_hours' | 'overflow_number' | 'pronunciations'>;

const POWERS: readonly { key: Power; label: string; note: string }[] = [
  { key: 'books_visits', label: 'Book appointments', note: 'Off: Mia takes a name, number and request, and your team calls back.' },
  { key: 'moves_visits', label: 'Move appointments', note: 'Off: Mia passes requests for another time to your team.' },
  { key: 'cancels_visits', label: 'Cancel appointments', note: 'Off: Mia passes cancellation requests to your team.' },
  { key: 'keeps_waiting_list', label: 'Use the waiting list', note: 'Off: when nothing is free, Mia offers other days only.' },
  { key: 'tells_prices', label: 'Tell prices', note: 'Off: Mia offers a call from your team. Prices in your own answers are still told.' },
  { key: 'transfers_calls', label: 'Transfer calls', note: 'Off: callers who ask for a person get a call back.' },
  { key: 'answers_texts', label: 'Answer texts', note: 'Off: each text becomes a task for your team.' },
  { key: 'answers_website', label: 'Answer on your website', note: 'Off: website visitors are asked to call instead.' },
  { key: 'calls_patients', label: 'Call patients', note: 'Off: “Call with Mia” and planned calls are blocked.' },
  { key: 'writes_to_patients', label: 'Message patients', note: 'Off: follow-up messages are blocked, including planned ones.' },
  { key: 'follows_up_leads', label: 'Follow up leads', note: 'Within a minute, with consent only.' },
  { key: 'asks_for_ratings', label: 'Ask for ratings', note: 'After an appointment or call.' },
  { key: 'records_calls', label: 'Record calls', note: 'Only if the caller agrees at the start.' },
];
const LABELS: Record<string, string> = {
  greeting: 'Greeting',
  hand_off_number: 'Hand-off number',
  hand_off_hours: 'Times for calls',
  overflow_number: 'Overflow number',
  pronunciations: 'How Mia says it',
  ...Object.fromEntries(POWERS.map(({ key, label }) => [key, label])),
};
const SAYS_AI = /\b(AI|artificial)\b/;

/** How Mia answers, what she knows, and what she may do. */
export function MiaPart({ slug, timeZone, settings }: PartProps) {
  const [mia, setMia] = useState(settings.mia.value);
  return (
    <>
      <OpenQuestions slug={slug} timeZone={timeZone} settings={settings} />
      <EvalCases slug={slug} timeZone={timeZone} />
      <Powers slug={slug} settings={settings} onDraft={setMia} />
      <Section title="Try Mia" note="She follows what stands on this page, saved or not. Nothing is booked, and no one is contacted.">
        <div className="border-t border-line px-5 py-6 sm:px-6">
          <TryOut slug={slug} draft={{ mia }} />
        </div>
      </Section>
      <ItemSection<Fact>
        slug={slug}
        title="Facts and FAQ"
        note="Mia uses these answers when asked similar questions. She doesn’t make up others."
        what="answer"
        items={settings.facts.map((fact) => ({ ...fact, retired: false }))}
        empty={NO_FACT}
        nameOf={({ topic }) => topic}
        lineOf={({ answer }) => answer}
        bodyOf={(value, version) => ({ kind: 'fact', version, value })}
        labels={FACT_LABELS}
        retires={false}
        form={(draft, id) => (
          <>
            <FactForm draft={draft} />
            <TryOutBelow slug={slug} draft={{ fact: { item_id: id || null, value: draft.value } }} />
          </>
        )}
        nothing="No answers yet"
      />
    </>
  );
}

function Powers({ slug, settings, onDraft }: Pick<PartProps, 'slug' | 'settings'> & { onDraft: (value: Mia) => void }) {
  const change = useChange(slug);
  const draft = useDraft(settings.mia, (value, version) => change(saveSection(slug, { section: 'mia', version, value })));
  const { value, set, faults } = draft;
  useEffect(() => onDraft(value), [onDraft, value]);
  return (
    <SectionForm title="Mia" note="Changes apply immediately." draft={draft} labels={LABELS}>
      <div className="grid gap-1.5">
        <TextArea label="Greeting" value={value.greeting} error={faults['greeting']} onChange={(e) => set({ greeting: e.target.value })} />
        {!SAYS_AI.test(value.greeting) && (
          <p className="text-sm text-slate">Mia first says “You are speaking with an AI assistant.”, as required by law.</p>
        )}
      </div>
      <HandOffFields draft={draft} openingHours={settings.locations.find(({ retired }) => !retired)?.value.hours ?? []} />
      <HearHer slug={slug} settings={settings} draft={draft} />
      <fieldset className="grid gap-5">
        <legend className="mb-5 font-semibold">What Mia may do</legend>
        <p className="-mt-4 text-[0.9375rem] text-slate">She always takes messages for your team, and always acts in an emergency.</p>
        {POWERS.map(({ key, label, note }) => (
          <Switch key={key} label={label} note={note} checked={value[key]} onChange={(on) => set({ [key]: on })} />
        ))}
      </fieldset>
    </SectionForm>
  );
}
