import { useRef, useState, type FormEvent } from 'react';

/** It will not be done, and the message tells the reader why. Thrown by an action, such as one that finds a field empty. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** What an action gives back when another page follows it: until that stands, it stays busy. */
export const LEAVING = Symbol('leaving');

export interface Submit {
  busy: boolean;
  /** Why the last attempt failed, in words for the reader. */
  problem: string | undefined;
  /** The failure itself, for what it says of single fields. */
  error: unknown;
  /** Runs an action unless one is under way, and says whether it was done. */
  submit: (action: () => Promise<unknown>) => Promise<boolean>;
  /** For `onSubmit` of a form: runs an action with what stands in its fields. */
  send: (action: (fields: FormData, form: HTMLFormElement) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => void;
  /** Forgets the last failure. */
  clear: () => void;
}

/**
 * A form or a button that does something: one attempt at a time, and the reason when it failed; trying again is a press.
 * With `tell`, the reason is told (in a toast) instead of kept.
 */
export function useSubmit(explain: (error: unknown) => string, tell?: (words: string) => void): Submit {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown; words: string }>();

  async function submit(action: () => Promise<unknown>): Promise<boolean> {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setFailure(undefined);
    let leaving = false;
    try {
      leaving = (await action()) === LEAVING;
      return true;
    } catch (error) {
      const words = error instanceof Refused ? error.message : explain(error);
      if (tell) tell(words);
      else setFailure({ error, words });
      return false;
    } finally {
      underWay.current = leaving;
      if (!leaving) setBusy(false);
    }
  }

  const send: Submit['send'] = (action) => (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    void submit(() => action(fields, form));
  };

  return { busy, problem: failure?.words, error: failure?.error, submit, send, clear: () => setFailure(undefined) };
}
