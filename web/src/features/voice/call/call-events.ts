import type { MicrophoneState } from '@/lib/media/ports';

/** The stages of a call's start, in the order in which they are reported (spec §4). */
export const START_STAGES = [
  'validation',
  'initialization',
  'web-call-creation',
  'daily-call-object-creation',
  'mobile-permissions',
  'daily-call-join',
  'video-recording-setup',
  'video-recording-started',
  'audio-observer-setup',
  'audio-processing-setup',
] as const;

export type StartStage = (typeof START_STAGES)[number];

/** Kinds of error that a call reports: those of a start (spec §8), and of a call whose media fails later. */
export type CallErrorType =
  | 'validation-error'
  | 'daily-call-object-creation-error'
  | 'daily-call-join-error'
  | 'video-recording-setup-error'
  | 'audio-observer-setup-error'
  | 'audio-processing-setup-error'
  | 'start-method-error'
  | 'connection-lost-error';

export interface StartProgress {
  stage: StartStage;
  status: 'started' | 'completed' | 'failed';
  /** Milliseconds since the stage started; absent on `started`. */
  duration?: number;
  /** ISO 8601. */
  timestamp: string;
  metadata?: Record<string, string>;
}

/** Messages of the voice service on the data channel; kinds unknown to us are passed on as they are. */
export type CallMessage =
  | { type: 'transcript'; role: 'user' | 'assistant'; transcriptType: 'partial' | 'final'; transcript: string }
  | { type: 'speech-update'; role: 'user' | 'assistant'; status: 'started' | 'stopped' }
  | { type: 'status-update'; status: 'in-progress' | 'ended'; endedReason?: string }
  | { type: 'user-interrupted' };

/** `stopped`: by this side. `ended`: by the other. `lost`: media failed, the path died or the other side broke down. */
export type EndKind = 'stopped' | 'ended' | 'lost';

export interface CallEvents {
  'call-start-progress': StartProgress;
  'call-start-success': { callId: string; totalDuration: number; timestamp: string };
  'call-start-failed': { stage: StartStage; totalDuration: number; error: string; timestamp: string };
  /** Mia is listening. */
  'call-start': undefined;
  'call-end': { kind: EndKind };
  /** Mia's voice became audible, and has been silent for a second. */
  'speech-start': undefined;
  'speech-end': undefined;
  /** Loudness of Mia and of the caller, 0 to 1, every 100 ms. */
  'volume-level': number;
  'caller-level': number;
  message: CallMessage;
  microphone: MicrophoneState;
  error: { type: CallErrorType; error: Error };
}
