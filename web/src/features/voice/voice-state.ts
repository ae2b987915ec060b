import type { EndKind, MicrophoneState } from './call-events';
import { addCaption, type Caption, type CaptionEvent } from './captions';

/** The states of the widget (spec §4). */
export type Phase = 'connecting' | 'ready' | 'in-call';

/** The line under the wave (spec §2). */
export type StatusText =
  | 'Connecting...'
  | 'Connected'
  | 'Call ended'
  | 'Mia is speaking...'
  | 'Listening...'
  | 'Connection error'
  | 'Failed to connect';

/** These say what has happened and then go; the others say what is (spec §9: after 2 s). */
export const PASSING_STATUSES: readonly StatusText[] = ['Call ended', 'Failed to connect'];
export const STATUS_CLEAR_MS = 2_000;
/** From opening to ready (spec §9). */
export const READY_DELAY_MS = 500;

export interface VoiceState {
  phase: Phase;
  status: StatusText | null;
  captions: Caption[];
  /** Something the visitor has to know, such as why there is no sound. Stays until the next start. */
  notice: string | null;
  microphone: MicrophoneState | null;
  muted: boolean;
  practice: string | null;
  chatting: boolean;
  /** Mia is composing an answer in writing. */
  writing: boolean;
  /** The last call ended without the visitor ending it. */
  mayReconnect: boolean;
}

export const INITIAL_STATE: VoiceState = {
  phase: 'connecting',
  status: null,
  captions: [],
  notice: null,
  microphone: null,
  muted: false,
  practice: null,
  chatting: false,
  writing: false,
  mayReconnect: false,
};

export type VoiceAction =
  | { type: 'opened' }
  | { type: 'ready' }
  | { type: 'starting' }
  | { type: 'joined'; practice: string }
  | { type: 'start-failed'; reason: string }
  | { type: 'ended'; kind: EndKind }
  | { type: 'errored' }
  | { type: 'mia-speaking' }
  | { type: 'mia-silent' }
  | { type: 'microphone'; state: MicrophoneState }
  | { type: 'muted'; muted: boolean }
  | { type: 'caption'; event: CaptionEvent }
  | { type: 'chat-opened' }
  | { type: 'chat-ended' }
  | { type: 'writing'; writing: boolean }
  | { type: 'notice'; text: string }
  | { type: 'status-cleared'; status: StatusText };

const LOST_NOTICE = 'The connection was lost. What you told Mia so far is kept.';

/** The widget's whole memory, one action at a time. Pure. */
export function reduceVoice(state: VoiceState, action: VoiceAction): VoiceState {
  switch (action.type) {
    case 'opened':
      return INITIAL_STATE;
    case 'ready':
      return { ...state, phase: 'ready' };
    case 'starting':
      return { ...INITIAL_STATE, status: 'Connecting...' };
    case 'joined':
      return { ...state, phase: 'in-call', status: 'Connected', practice: action.practice };
    case 'start-failed':
      return { ...state, phase: 'ready', status: 'Failed to connect', notice: action.reason };
    case 'ended':
      return reduceEnd(state, action.kind);
    case 'errored':
      return { ...state, status: 'Connection error' };
    case 'status-cleared':
      return state.status === action.status ? { ...state, status: null } : state;
    default:
      return reduceTalk(state, action);
  }
}

function reduceEnd(state: VoiceState, kind: EndKind): VoiceState {
  const notice = kind === 'lost' ? LOST_NOTICE : null;
  return { ...state, phase: 'ready', status: 'Call ended', muted: false, notice, mayReconnect: kind !== 'stopped' };
}

type TalkAction = Exclude<
  VoiceAction,
  { type: 'opened' | 'ready' | 'starting' | 'joined' | 'start-failed' | 'ended' | 'errored' | 'status-cleared' }
>;

function reduceTalk(state: VoiceState, action: TalkAction): VoiceState {
  const inCall = state.phase === 'in-call';
  switch (action.type) {
    case 'mia-speaking':
      return inCall ? { ...state, status: 'Mia is speaking...' } : state;
    case 'mia-silent':
      return inCall ? { ...state, status: 'Listening...' } : state;
    case 'microphone':
      return { ...state, microphone: action.state };
    case 'muted':
      return { ...state, muted: action.muted };
    case 'caption':
      return { ...state, captions: addCaption(state.captions, action.event) };
    case 'chat-opened':
      return { ...state, chatting: true, captions: [], mayReconnect: false };
    case 'chat-ended':
      return { ...state, chatting: false, writing: false };
    case 'writing':
      return { ...state, writing: action.writing };
    case 'notice':
      return { ...state, notice: action.text };
  }
}
