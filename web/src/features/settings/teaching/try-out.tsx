import { RotateCcw, SendHorizontal } from 'lucide-react';
import { use, useState, type KeyboardEvent } from 'react';
import { faultsIn, reasonOf } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { tryMia } from './queries';
import { Talking, type Draft } from './talking';

const LONGEST = 600;
const MOST = 30;

/** What keeps the change from being tried: no field is marked before it is saved. */
function whatIsWrong(error: unknown): string {
  return Object.values(faultsIn(error))[0] ?? reasonOf(error, 'Mia couldn’t answer. Please try again.');
}

/** Mia by voice and in writing, with a change that is not saved: each line is asked with the change as it then is. */
export function TryOut({ slug, draft }: { slug: string; draft: Draft }) {
  const [text, setText] = useState('');
  const [lines, setLines] = useState<readonly string[]>([]);
  const [said, setSaid] = useState<Schemas['TryoutOut']>();
  const { busy, problem, submit, clear } = useSubmit(whatIsWrong);
  const talk = use(Talking);
  const over = said?.ended === true || lines.length >= MOST;

  function ask(asked: readonly string[]) {
    return submit(async () => {
      setSaid(await tryMia(slug, { lines: [...asked], ...draft }));
      setLines(asked);
      if (asked.length > lines.length) setText('');
    });
  }

  function startOver() {
    setLines([]);
    setSaid(undefined);
    clear();
  }

  const line = text.trim();
  const send = () => void (line && !over && ask([...lines, line]));
  // It also stands within forms, which Enter would save.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    send();
  };

  return (
    <div className="grid gap-4">
      <div className="empty:hidden">{talk(slug, draft)}</div>
      <Log lines={lines} said={said} busy={busy} />
      {over && <p className="text-[0.9375rem] text-slate">The conversation has ended.</p>}
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label="Write as a patient would"
          value={text}
          maxLength={LONGEST}
          disabled={over}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="secondary" className="min-h-12!" busy={busy} disabled={over || !line} onClick={send}>
          {!busy && <SendHorizontal aria-hidden="true" className="size-4" />}
          Send
        </Button>
      </div>
      <Problem>{problem}</Problem>
      {lines.length > 0 && <Again busy={busy} onAgain={() => void ask(lines)} onStartOver={startOver} />}
    </div>
  );
}

function Again({ busy, onAgain, onStartOver }: { busy: boolean; onAgain: () => void; onStartOver: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" disabled={busy} onClick={onAgain}>
        <RotateCcw aria-hidden="true" className="size-4" />
        Ask the same again
      </Button>
      <Button variant="quiet" disabled={busy} onClick={onStartOver}>
        Start over
      </Button>
    </div>
  );
}

interface LogProps {
  lines: readonly string[];
  said: Schemas['TryoutOut'] | undefined;
  busy: boolean;
}

function Log({ lines, said, busy }: LogProps) {
  return (
    <div role="log" aria-label="Conversation with Mia" aria-busy={busy} className="grid gap-2.5">
      {said && <Bubble from="Mia" words={said.greeting} />}
      {said?.answers.map((answer, place) => (
        <div key={place} className="grid gap-2.5">
          <Bubble from="You" words={lines[place] ?? ''} />
          <Bubble from="Mia" words={answer} />
        </div>
      ))}
    </div>
  );
}

function Bubble({ from, words }: { from: 'Mia' | 'You'; words: string }) {
  return (
    <p
      className={classNames(
        'max-w-[34rem] rounded-2xl px-4 py-2.5 wrap-break-word',
        from === 'Mia' ? 'mr-8 justify-self-start bg-celadon' : 'ml-8 justify-self-end border border-line-strong',
      )}
    >
      <span className="sr-only">{from}: </span>
      {words}
    </p>
  );
}

/** The same, closed at first, for a form in a drawer. */
export function TryOutBelow({ slug, draft }: { slug: string; draft: Draft }) {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Try this answer
        </Button>
      </div>
    );
  }
  return (
    <section aria-label="Try this answer" className="grid gap-3 rounded-2xl border border-line p-4">
      <p className="text-[0.9375rem] text-slate">Mia answers with this draft. Nothing is saved or booked.</p>
      <TryOut slug={slug} draft={draft} />
    </section>
  );
}
