import { useCallback, useEffect, useReducer, useRef, type Dispatch } from 'react';
import { CallClient } from './call/call-client';
import type { CallDevices, CallService } from './call/call-ports';
import { useChat } from './use-chat';
import { useMicrophones, type Microphones } from './use-microphones';
import {
  INITIAL_STATE,
  PASSING_STATUSES,
  READY_DELAY_MS,
  STATUS_CLEAR_MS,
  reduceVoice,
  type VoiceAction,
  type VoiceState,
} from './voice-state';
import type { ChatPort } from './front-office';

/** What the widget talks through; tests bring their own. */
export interface VoicePorts {
  calls: CallService;
  devices: CallDevices;
  chat: ChatPort;
}

/** How loud both sides are, 0 to 1; read by the wave on every frame, so kept out of React's state. */
export interface Levels {
  mia: number;
  caller: number;
}

export interface Voice {
  state: VoiceState;
  levels: { readonly current: Levels };
  start(): void;
  stop(): void;
  toggleMute(): void;
  microphones: Microphones;
  /** Says something in writing: to the call, or without one in a chat that opens by itself. */
  say(text: string): void;
  /** Changes what stands in the box, not yet sent. */
  setDraft(text: string): void;
}

/** The one assistant that the public widget reaches; the server knows which one is on duty. */
const RECEPTIONIST = { assistant: 'receptionist' };

/**
 * The voice widget's behaviour while it is open; closing it stops any call and resets (spec §2). `lost` is what to say
 * of a call that broke off.
 */
export function useVoice(open: boolean, ports: VoicePorts, lost?: string): Voice {
  const [state, dispatch] = useReducer(reduceVoice, INITIAL_STATE);
  const levels = useRef<Levels>({ mia: 0, caller: 0 });
  const client = useRef<CallClient>(null);
  client.current ??= new CallClient(ports.calls, ports.devices);
  const chat = useChat(ports.chat, dispatch);
  const failure = useRef('');

  useEffect(() => followCall(client.current!, dispatch, levels.current, failure, lost), [lost]);
  useOpening(open, dispatch);
  useStatusClearing(state, dispatch);
  useFarewell(open, client, chat.close);

  const start = useCallback(async () => {
    if (client.current!.isActive) return;
    chat.close();
    failure.current = '';
    dispatch({ type: 'starting' });
    const ticket = await client.current!.start(RECEPTIONIST);
    if (ticket) dispatch({ type: 'joined', practice: ticket.practice });
    else if (failure.current) {
      dispatch({ type: 'start-failed', reason: failure.current });
      await chat.fallBack(failure.current);
    }
  }, [chat]);

  const setDraft = useCallback((text: string) => dispatch({ type: 'draft', text }), []);

  const say = useSaying(state, client, chat.say, dispatch);

  const toggleMute = useCallback(() => {
    client.current!.setMuted(!client.current!.isMuted);
    dispatch({ type: 'muted', muted: client.current!.isMuted });
  }, []);

  const microphones = useMicrophones(client, ports.devices, state);

  const stop = () => client.current!.stop();
  return { state, levels, start: () => void start(), stop, toggleMute, say, setDraft, microphones };
}

function followCall(
  client: CallClient,
  dispatch: Dispatch<VoiceAction>,
  levels: Levels,
  failure: { current: string },
  lost?: string,
): () => void {
  const offs = [
    client.on('call-start', () => dispatch({ type: 'listening' })),
    client.on('speech-start', () => dispatch({ type: 'mia-speaks', speaks: true })),
    client.on('speech-end', () => dispatch({ type: 'mia-speaks', speaks: false })),
    client.on('volume-level', (level) => (levels.mia = level)),
    client.on('caller-level', (level) => (levels.caller = level)),
    client.on('microphone', (state) => dispatch({ type: 'microphone', state })),
    client.on('error', () => dispatch({ type: 'errored' })),
    client.on('call-start-failed', ({ error }) => (failure.current = error)),
    client.on('call-end', ({ kind }) => {
      Object.assign(levels, { mia: 0, caller: 0 });
      dispatch({ type: 'ended', kind, lost });
    }),
    client.on('message', (message) => {
      if (message.type !== 'transcript') return;
      const who = message.role === 'user' ? 'you' : 'mia';
      const final = message.transcriptType === 'final';
      dispatch({ type: 'caption', event: { kind: 'heard', who, text: message.transcript, final } });
    }),
  ];
  return () => offs.forEach((off) => off());
}

function useOpening(open: boolean, dispatch: Dispatch<VoiceAction>): void {
  useEffect(() => {
    if (!open) return;
    dispatch({ type: 'opened' });
    const timer = setTimeout(() => dispatch({ type: 'ready' }), READY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [open, dispatch]);
}

function useStatusClearing({ status }: VoiceState, dispatch: Dispatch<VoiceAction>): void {
  useEffect(() => {
    if (!status || !PASSING_STATUSES.includes(status)) return;
    const timer = setTimeout(() => dispatch({ type: 'status-cleared', status }), STATUS_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [status, dispatch]);
}

/** Ends call and chat when the widget closes, and when the page goes away. */
function useFarewell(open: boolean, client: { current: CallClient | null }, closeChat: () => void): void {
  useEffect(() => {
    if (!open) return;
    const end = () => {
      client.current?.stop();
      closeChat();
    };
    addEventListener('pagehide', end);
    return () => {
      removeEventListener('pagehide', end);
      end();
    };
  }, [open, client, closeChat]);
}

/** Sends what is typed; what is typed while a call connects waits until it is known where it goes. */
function useSaying(
  { phase }: VoiceState,
  client: { current: CallClient | null },
  sayInChat: (text: string) => void,
  dispatch: Dispatch<VoiceAction>,
): (text: string) => void {
  const waiting = useRef<string[]>([]);

  const send = useCallback(
    (text: string) => {
      if (phase === 'in-call') {
        dispatch({ type: 'caption', event: { kind: 'typed', text } });
        client.current?.sendText(text);
      } else sayInChat(text);
    },
    [phase, client, sayInChat, dispatch],
  );

  useEffect(() => {
    if (phase !== 'connecting') waiting.current.splice(0).forEach(send);
  }, [phase, send]);

  return useCallback(
    (text: string) => {
      dispatch({ type: 'said', text });
      if (phase === 'connecting') waiting.current.push(text);
      else send(text);
    },
    [phase, send, dispatch],
  );
}
