import { useState } from 'react';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { TextArea } from '@/ui/fields/text-area';
import type { PartProps } from './part';
import { putConsentText, useChange, type ConsentText } from '../queries';
import { SectionForm } from '../forms/section-form';
import { useDraft } from '../forms/use-draft';

const KINDS: readonly { kind: ConsentText['kind']; title: string; note: string }[] = [
  { kind: 'lead_form', title: 'Web form', note: 'Shown next to the checkbox on your lead form.' },
  { kind: 'text_messages', title: 'Text messages', note: 'For recalls and promotions by text. Staff record it on the patient’s page.' },
  { kind: 'ai_calls', title: 'Calls by an AI voice', note: 'For calls Mia makes. Staff record it on the patient’s page.' },
  { kind: 'recording', title: 'Recording', note: 'Asked at the start of a recorded call.' },
];

/** The words that people agree to, with every version there was. */
export function ConsentPart({ slug, timeZone, settings }: PartProps) {
  return KINDS.map(({ kind, ...names }) => {
    const versions = settings.consent_texts.filter((text) => text.kind === kind);
    const current = versions.find(({ in_use }) => in_use);
    return current && <Words key={kind} slug={slug} timeZone={timeZone} current={current} versions={versions} {...names} />;
  });
}

interface WordsProps {
  slug: string;
  timeZone: string;
  title: string;
  note: string;
  current: ConsentText;
  versions: ConsentText[];
}

function Words({ slug, timeZone, title, note, current, versions }: WordsProps) {
  const change = useChange(slug);
  const part = { version: String(current.version), value: { words: current.words } };
  const draft = useDraft(part, ({ words }, version) =>
    change(putConsentText(slug, { kind: current.kind, words, seen: Number(version) })),
  );
  return (
    <SectionForm
      title={title}
      note={`${note} Edits create a new version. Earlier consents keep the old wording.`}
      draft={draft}
      labels={{ words: 'Wording' }}
    >
      <TextArea
        label={`${title}: wording`}
        rows={4}
        value={draft.value.words}
        error={draft.faults['words']}
        onChange={(e) => draft.set({ words: e.target.value })}
      />
      <Earlier versions={versions} timeZone={timeZone} />
    </SectionForm>
  );
}

function Earlier({ versions, timeZone }: { versions: ConsentText[]; timeZone: string }) {
  const [shown, setShown] = useState(false);
  return (
    <details open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        {versions.length === 1 ? 'Version 1' : `All ${versions.length} versions`}
      </summary>
      <ol className="mt-2 grid gap-4" reversed>
        {versions.map(({ id, version, since, words, in_use }) => (
          <li key={id} className="text-[0.9375rem]">
            <p className="flex flex-wrap items-center gap-2 text-slate">
              Version {version}, since <time dateTime={since}>{longTimestamp(since, timeZone)}</time>
              {in_use && <Badge tone="good">Current</Badge>}
            </p>
            <p className="mt-1">{words}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}
