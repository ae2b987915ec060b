import { useState } from 'react';
import { ApiError, faultsIn, reasonOr } from '@/api/answer';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { isSame, merged } from './differences';

/** A part as the server has it. */
export interface Part<V> {
  version: string;
  value: V;
}

/** What is wrong, by the field's path in the value: `hours.2.begins`. */
export type Faults = Readonly<Record<string, string>>;

export interface Draft<V extends object> {
  value: V;
  set: (change: Partial<V>) => void;
  dirty: boolean;
  busy: boolean;
  faults: Faults;
  problem: string | undefined;
  /** What someone else has made of it since the editing began, and what it was then. */
  theirs: { before: V; now: V } | undefined;
  takeTheirs: () => void;
  keepMine: () => void;
  discard: () => void;
  /** Saves; true when it stands. */
  save: () => Promise<boolean>;
}

/** The editing of one part: its own changes, those of others meanwhile, and what the server says of it. */
export function useDraft<V extends object>(part: Part<V>, send: (value: V, version: string) => Promise<unknown>): Draft<V> {
  const [base, setBase] = useState(part);
  const [value, setValue] = useState(part.value);
  const [late, setLate] = useState<Part<V>>();
  const { busy, problem, error, submit, clear } = useSubmit(reasonOr('Couldn’t save. Please try again.'));
  const dirty = !isSame(value, base.value);
  if (!dirty && !busy && part.version !== base.version && !late) begin(part);
  const newer = late ?? (part.version === base.version || busy ? undefined : part);

  function begin(from: Part<V>, own: V = from.value) {
    setBase(from);
    setValue(own);
    setLate(undefined);
    clear();
  }

  async function save() {
    if (hasHoles(value)) throw new Refused('Check the highlighted fields.');
    try {
      await send(value, base.version);
      setBase({ version: '', value });
    } catch (error) {
      const current = error instanceof ApiError && error.status === 409 ? (error.problem['current'] as V | undefined) : undefined;
      if (current) setLate({ version: String((error as ApiError).problem['version']), value: current });
      throw error;
    }
  }

  return {
    value,
    set: (change) => setValue((old) => ({ ...old, ...change })),
    dirty,
    busy,
    faults: faultsOf(error),
    problem,
    theirs: newer && dirty ? { before: base.value, now: newer.value } : undefined,
    takeTheirs: () => newer && begin(newer),
    keepMine: () => newer && begin(newer, merged(base.value, value, newer.value)),
    discard: () => begin(newer ?? base),
    save: () => submit(save),
  };
}

/** Whether a number field holds something that is no number; it says so itself. */
function hasHoles(value: unknown): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHoles);
}

function faultsOf(error: unknown): Faults {
  const named = Object.entries(faultsIn(error));
  return Object.fromEntries(named.map(([path, words = '']) => [path.split('value.').at(-1) ?? path, plain(words)]));
}

/** The server's words for the shape of a value, as one says them to a person. */
function plain(words: string): string {
  if (words.startsWith('String should match')) return 'Enter a time, such as 09:00.';
  if (words.startsWith('Input should be a valid date')) return 'Choose a day.';
  return words.replace(/^(String|Input|List) should /, 'This should ');
}
