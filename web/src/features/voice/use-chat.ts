import { useMemo, type Dispatch } from 'react';
import type { ChatPort } from './front-office';
import type { VoiceAction } from './voice-state';

export interface Chat {
  /** Says something, opening the conversation first where there is none. */
  say(text: string): void;
  /** Opens a conversation because a call could not be had; the reason stays on the screen. */
  fallBack(reason: string): Promise<void>;
  close(): void;
}

/** The written conversation of the widget. */
export function useChat(client: ChatPort, dispatch: Dispatch<VoiceAction>): Chat {
  return useMemo(() => createChat(client, dispatch), [client, dispatch]);
}

/** Messages go one after the other, in the order in which they were typed. */
function createChat(client: ChatPort, dispatch: Dispatch<VoiceAction>): Chat {
  let line: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => (line = line.then(work));
  return {
    say: (text) => void inTurn(() => exchange(client, dispatch, text)),
    fallBack: (reason) => inTurn(() => fallBack(client, dispatch, reason)),
    close: () => client.close(),
  };
}

async function greet(client: ChatPort, dispatch: Dispatch<VoiceAction>): Promise<void> {
  const greeting = await client.open();
  dispatch({ type: 'chat-opened' });
  dispatch({ type: 'caption', event: { kind: 'heard', who: 'mia', text: greeting, final: true } });
}

async function exchange(client: ChatPort, dispatch: Dispatch<VoiceAction>, text: string): Promise<void> {
  try {
    if (!client.isOpen) await greet(client, dispatch);
    dispatch({ type: 'caption', event: { kind: 'typed', text } });
    dispatch({ type: 'writing', writing: true });
    const { lines, ended } = await client.send(text);
    dispatch({ type: 'writing', writing: false });
    for (const said of lines) {
      dispatch({ type: 'caption', event: { kind: 'heard', who: 'mia', text: said, final: true } });
    }
    if (ended) dispatch({ type: 'chat-ended' });
  } catch (error) {
    dispatch({ type: 'not-sent', text, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function fallBack(client: ChatPort, dispatch: Dispatch<VoiceAction>, reason: string): Promise<void> {
  try {
    await greet(client, dispatch);
    dispatch({ type: 'notice', text: `${reason} You can type to Mia here instead.` });
  } catch {
    // The reason that is already on the screen says it all.
  }
}
