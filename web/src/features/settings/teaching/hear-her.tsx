import { Volume2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { reasonOr } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { dollars } from '@/lib/figures';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { Draft } from '../forms/use-draft';
import type { Settings } from '../queries';
import { Player, saidAs, speechOf } from './speech';

const SHOWN = 5;
const TIME = 'Tuesday, November 24th at 2:30 PM.';

export interface HearHerProps {
  slug: string;
  settings: Settings;
  draft: Draft<Schemas['MiaValue']>;
}

/** Mia's voice saying the practice's names, a price and a time; a name may be said otherwise than it is written. */
export function HearHer({ slug, settings, draft }: HearHerProps) {
  const [player] = useState(() => new Player());
  const [saying, setSaying] = useState('');
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t play it. Please try again.'));
  useEffect(() => () => player.stop(), [player]);

  function hear(text: string) {
    setSaying(text);
    return submit(async () => player.play(await speechOf(slug, { text, mia: draft.value })));
  }

  const button = (text: string) => <Hear what={text} busy={busy && saying === text} onClick={() => void hear(text)} />;
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-4 font-semibold">How Mia says it</legend>
      <p className="-mt-3 text-[0.9375rem] text-slate">
        Listen to your names. If one sounds wrong, write it as it sounds: “RAY-ess”. Messages and transcripts keep your spelling.
      </p>
      <Names names={namesOf(settings)} draft={draft} hear={button} />
      <ul className="grid gap-2" aria-label="Prices, times and numbers">
        {samplesOf(settings).map((text) => (
          <li key={text} className="flex items-center justify-between gap-4">
            <span className="min-w-0 wrap-break-word">{text}</span>
            {button(text)}
          </li>
        ))}
      </ul>
      <Problem>{problem}</Problem>
    </fieldset>
  );
}

interface NamesProps extends Pick<HearHerProps, 'draft'> {
  names: readonly string[];
  hear: (name: string) => ReactNode;
}

function Names({ names: own, draft: { value, set, faults }, hear }: NamesProps) {
  const [all, setAll] = useState(false);
  const said = value.pronunciations;
  const placeOf = (name: string) => said.findIndex(({ written }) => written === name);
  const names = [...new Set([...own, ...said.map(({ written }) => written)])];
  const shown = names.filter((name, place) => all || place < SHOWN || placeOf(name) >= 0);
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {shown.map((name) => (
          <li key={name} className="flex items-end gap-2">
            <TextField
              className="min-w-0 flex-1"
              label={`Say “${name}” as`}
              value={said[placeOf(name)]?.said_as ?? ''}
              placeholder={name}
              maxLength={100}
              autoComplete="off"
              error={faults[`pronunciations.${placeOf(name)}.said_as`]}
              onChange={(event) => set({ pronunciations: saidAs(said, name, event.target.value) })}
            />
            {hear(name)}
          </li>
        ))}
      </ul>
      {shown.length < names.length && (
        <div>
          <Button variant="quiet" onClick={() => setAll(true)}>
            Show all {names.length} names
          </Button>
        </div>
      )}
      <AddWord onAdd={(word) => !names.includes(word) && set({ pronunciations: saidAs(said, word, word) })} />
    </>
  );
}

function AddWord({ onAdd }: { onAdd: (word: string) => void }) {
  const [text, setText] = useState('');
  const word = text.trim();
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label="Another word"
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        variant="secondary"
        className="min-h-12!"
        disabled={!word}
        onClick={() => {
          onAdd(word);
          setText('');
        }}
      >
        Add
      </Button>
    </div>
  );
}

function Hear({ what, busy, onClick }: { what: string; busy: boolean; onClick: () => void }) {
  return (
    <Button variant="secondary" className="min-h-12! shrink-0" busy={busy} onClick={onClick}>
      {!busy && <Volume2 aria-hidden="true" className="size-4" />}
      Hear<span className="sr-only"> “{what}”</span>
    </Button>
  );
}

/** What the practice's people and services are called. */
function namesOf({ providers, services }: Settings): string[] {
  return [...providers, ...services].filter(({ retired }) => !retired).map(({ value }) => value.name);
}

/** A price, a time and a phone number as Mia tells them. */
function samplesOf({ services, practice }: Settings): string[] {
  const priced = services.find(({ retired, value }) => !retired && value.price_cents > 0)?.value;
  const price = priced ? [`${priced.name}: ${dollars(priced.price_cents)}.`] : [];
  const phone = practice.value.phone ? [`Please call us at ${readablePhone(practice.value.phone)}.`] : [];
  return [...price, TIME, ...phone];
}
