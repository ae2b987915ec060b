import type { MicrophoneState } from '@/lib/media/ports';
import type { EndKind } from './call/call-events';
import { addCaption, type Caption, type CaptionEvent } from '@/lib/captions';

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
  /** Her voice is audible. */
  miaSpeaks: boolean;
  practice: string | null;
  chatting: boolean;
  /** Typed, and not yet on its way to Mia: a call or an earlier message goes first. */
  waiting: string[];
  /** Mia is composing an answer in writing. */
  writing: boolean;
  /** The last call was lost: neither side had ended it. */
  mayReconnect: boolean;
  /** What stands in the box, not yet sent. */
  draft: string;
  /** The notice says why the draft could not be sent; the next try clears it. */
  unsent: boolean;
}

export const INITIAL_STATE: VoiceState = {
  phase: 'connecting',
  status: null,
  captions: [],
  notice: null,
  microphone: null,
  muted: false,
  miaSpeaks: false,
  practice: null,
  chatting: false,
  waiting: [],
  writing: false,
  mayReconnect: false,
  draft: '',
  unsent: false,
};

export type VoiceAction =
  | { type: 'opened' }
  | { type: 'ready' }
  | { type: 'starting' }
  | { type: 'joined'; practice: string }
  | { type: 'start-failed'; reason: string }
  | { type: 'ended'; kind: EndKind; lost?: string | undefined }
  | { type: 'errored' }
  | { type: 'listening' }
  | { type: 'mia-speaks'; speaks: boolean }
  | { type: 'microphone'; state: MicrophoneState }
  | { type: 'muted'; muted: boolean }
  | { type: 'said'; text: string }
  | { type: 'caption'; event: CaptionEvent }
  | { type: 'chat-opened' }
  | { type: 'chat-ended' }
  | { type: 'writing'; writing: boolean }
  | { type: 'notice'; text: string }
  | { type: 'draft'; text: string }
  | { type: 'not-sent'; text: string; reason: string }
  | { type: 'status-cleared'; status: StatusText };

const KEPT = 'Your message is still in the box.';
const LOST_NOTICE = 'The connection was lost. Mia saved what you told her.';

/** The widget's whole memory, one action at a time. Pure. */
export function reduceVoice(state: VoiceState, action: VoiceAction): VoiceState {
  switch (action.type) {
    case 'opened':
      return INITIAL_STATE;
    case 'ready':
      return { ...state, phase: 'ready' };
    case 'starting':
      return { ...INITIAL_STATE, waiting: state.waiting, draft: state.draft, status: 'Connecting...' };
    case 'joined':
      return { ...state, phase: 'in-call', status: joinedStatus(state), practice: action.practice };
    case 'start-failed':
      return { ...state, phase: 'ready', status: 'Failed to connect', notice: action.reason };
    case 'ended':
      return reduceEnd(state, action);
    case 'errored': // a start that fails says so by itself
      return state.phase === 'in-call' ? { ...state, status: 'Connection error' } : state;
    case 'status-cleared':
      return state.status === action.status ? { ...state, status: null } : state;
    default:
      return reduceTalk(state, action);
  }
}

/** Mia may be heard, and listen, before the start has finished with its last stages. */
function joinedStatus({ miaSpeaks, status }: VoiceState): StatusText {
  if (miaSpeaks) return 'Mia is speaking...';
  return status === 'Listening...' ? status : 'Connected';
}

function talkStatus(miaSpeaks: boolean): StatusText {
  return miaSpeaks ? 'Mia is speaking...' : 'Listening...';
}

function reduceEnd(state: VoiceState, { kind, lost = LOST_NOTICE }: { kind: EndKind; lost?: string | undefined }): VoiceState {
  const notice = kind === 'lost' ? lost : null;
  const over = { ...state, muted: false, miaSpeaks: false, notice, mayReconnect: kind === 'lost' };
  return { ...over, phase: 'ready', status: kind === 'lost' ? 'Connection error' : 'Call ended' };
}

const SENT_AGAIN = { notice: null, unsent: false };

/** What Mia never got does not stand among what was said. */
function withoutUnsent(captions: Caption[], text: string): Caption[] {
  const last = captions.at(-1);
  return last?.who === 'you' && last.text === text ? captions.slice(0, -1) : captions;
}

/** What stands among what was said, or in the box again, waits no longer. */
function withoutFirst(waiting: string[], text: string): string[] {
  const at = waiting.indexOf(text);
  return at < 0 ? waiting : waiting.toSpliced(at, 1);
}

type TalkAction = Exclude<
  VoiceAction,
  { type: 'opened' | 'ready' | 'starting' | 'joined' | 'start-failed' | 'ended' | 'errored' | 'status-cleared' }
>;

function reduceTalk(state: VoiceState, action: TalkAction): VoiceState {
  const inCall = state.phase === 'in-call';
  switch (action.type) {
    case 'mia-speaks':
      return { ...state, miaSpeaks: action.speaks, status: inCall ? talkStatus(action.speaks) : state.status };
    case 'listening':
      return { ...state, status: talkStatus(state.miaSpeaks) };
    case 'microphone':
      return { ...state, microphone: action.state };
    case 'muted':
      return { ...state, muted: action.muted };
    case 'said':
      return { ...state, waiting: [...state.waiting, action.text] };
    case 'caption':
      return {
        ...state,
        captions: addCaption(state.captions, action.event),
        waiting: action.event.kind === 'typed' ? withoutFirst(state.waiting, action.event.text) : state.waiting,
      };
    case 'chat-opened':
      return { ...state, chatting: true, captions: [], mayReconnect: false };
    case 'chat-ended':
      return { ...state, chatting: false, writing: false };
    case 'writing':
      return { ...state, writing: action.writing, ...(action.writing && state.unsent ? SENT_AGAIN : {}) };
    case 'notice':
      return { ...state, notice: action.text };
    case 'draft':
      return { ...state, draft: action.text };
    case 'not-sent':
      return {
        ...state,
        captions: withoutUnsent(state.captions, action.text),
        waiting: withoutFirst(state.waiting, action.text),
        draft: [action.text, state.draft].filter(Boolean).join(' '),
        notice: `${action.reason} ${KEPT}`,
        unsent: true,
        writing: false,
      };
  }
}
