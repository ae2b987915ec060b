import { AGENT_ID } from './events';

/** Clients take the sound of the participant of this name alone for the assistant's voice. */
const AGENT_NAME = 'Vapi Speaker';

export interface Participant {
  session_id: string;
  user_name: string;
  local: boolean;
  audio: boolean;
  video: boolean;
  tracks: { audio: { state: 'playable' | 'off'; persistentTrack?: MediaStreamTrack } };
}

/** The caller in this browser. */
export function localParticipant(track: MediaStreamTrack | undefined, isHeard: boolean): Participant {
  const state = track && isHeard ? 'playable' : 'off';
  const audio = track ? { state, persistentTrack: track } as const : { state: 'off' } as const;
  return { session_id: 'local', user_name: '', local: true, audio: state === 'playable', video: false, tracks: { audio } };
}

/** The assistant. */
export function agentParticipant(track: MediaStreamTrack | undefined): Participant {
  const audio = track ? { state: 'playable', persistentTrack: track } as const : { state: 'off' } as const;
  return { session_id: AGENT_ID, user_name: AGENT_NAME, local: false, audio: track !== undefined, video: false, tracks: { audio } };
}
