import type { Schemas } from '@/api/client';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { LinesField } from './fields';
import { ItemSection } from './item-section';
import type { PartProps } from './part';
import { saveSection, useChange } from './queries';
import { SectionForm } from './section-form';
import { useDraft, type Draft } from './use-draft';

type Mia = Schemas['MiaValue'];
type Fact = Schemas['FactValue'];
type Power = Exclude<keyof Mia, 'greeting' | 'hand_off_number'>;

const POWERS: readonly { key: Power; label: string; note: string }[] = [
  { key: 'books_visits', label: 'Book visits', note: 'Off: she takes name, number and wish, and your team calls back.' },
  { key: 'cancels_visits', label: 'Cancel visits', note: 'Off: she tells your team who wants to cancel.' },
  { key: 'answers_texts', label: 'Answer texts', note: 'Off: each text becomes a task for your team.' },
  { key: 'answers_website', label: 'Answer on your website', note: 'Off: whoever opens her there is asked to call instead.' },
  { key: 'calls_patients', label: 'Call patients', note: 'Off: “Call with Mia” is blocked, planned calls too.' },
  { key: 'writes_to_patients', label: 'Write to patients', note: 'Off: follow-up messages are blocked, planned ones too.' },
  { key: 'follows_up_leads', label: 'Follow up leads', note: 'Within a minute, with consent only.' },
  { key: 'asks_for_ratings', label: 'Ask for ratings', note: 'After a visit or a call.' },
  { key: 'records_calls', label: 'Record calls', note: 'Only when the caller agrees to it at the beginning.' },
];
const LABELS: Record<string, string> = {
  greeting: 'Greeting',
  hand_off_number: 'Hand-off number',
  ...Object.fromEntries(POWERS.map(({ key, label }) => [key, label])),
};
const FACT_LABELS = { topic: 'Topic', questions: 'Questions', answer: 'Answer' };
const SAYS_AI = /\b(AI|artificial)\b/;

/** How Mia answers, what she knows, and what she may do. */
export function MiaPart({ slug, settings }: PartProps) {
  return (
    <>
      <Powers slug={slug} settings={settings} />
      <ItemSection<Fact>
        slug={slug}
        title="Facts and FAQ"
        note="Mia answers with these words when somebody asks like this. What is not here she does not claim to know."
        what="answer"
        items={settings.facts.map((fact) => ({ ...fact, retired: false }))}
        empty={{ topic: '', questions: [], answer: '' }}
        nameOf={({ topic }) => topic}
        lineOf={({ answer }) => answer}
        bodyOf={(value, version) => ({ kind: 'fact', version, value })}
        labels={FACT_LABELS}
        retires={false}
        form={(draft) => <FactForm draft={draft} />}
        nothing="No answers yet"
      />
    </>
  );
}

function Powers({ slug, settings }: Pick<PartProps, 'slug' | 'settings'>) {
  const change = useChange(slug);
  const draft = useDraft(settings.mia, (value, version) => change(saveSection(slug, { section: 'mia', version, value })));
  const { value, set, faults } = draft;
  return (
    <SectionForm title="Mia" note="What you save holds from the next thing she says." draft={draft} labels={LABELS}>
      <div className="grid gap-1.5">
        <TextArea label="Greeting" value={value.greeting} error={faults['greeting']} onChange={(e) => set({ greeting: e.target.value })} />
        {!SAYS_AI.test(value.greeting) && (
          <p className="text-sm text-slate">Mia puts “You are speaking with an AI assistant.” before it, as the law asks.</p>
        )}
      </div>
      <TextField
        label="Hand-off number"
        type="tel"
        hint="Whom callers are put through to who ask for a person."
        value={value.hand_off_number}
        error={faults['hand_off_number']}
        onChange={(e) => set({ hand_off_number: e.target.value })}
      />
      <fieldset className="grid gap-5">
        <legend className="mb-4 font-semibold">What Mia may do</legend>
        {POWERS.map(({ key, label, note }) => (
          <Switch key={key} label={label} note={note} checked={value[key]} onChange={(on) => set({ [key]: on })} />
        ))}
      </fieldset>
    </SectionForm>
  );
}

function FactForm({ draft: { value, set, faults } }: { draft: Draft<Fact> }) {
  return (
    <>
      <TextField
        label="Topic"
        hint="Such as parking."
        value={value.topic}
        error={faults['topic']}
        onChange={(e) => set({ topic: e.target.value })}
      />
      <TextArea label="Answer" rows={4} value={value.answer} error={faults['answer']} onChange={(e) => set({ answer: e.target.value })} />
      <LinesField
        legend="How people ask for it"
        hint="Two or three wordings are enough; Mia understands others like them."
        what="question"
        value={value.questions}
        onChange={(questions) => set({ questions })}
        errorOf={(place) => faults[`questions.${place}`]}
      />
    </>
  );
}
