/** What a call object is made with. Video sources are understood and unused: a call carries sound. */
export interface CallObjectOptions {
  url?: string;
  token?: string;
  audioSource?: boolean | string | MediaStreamTrack;
  [other: string]: unknown;
}

export interface Participant {
  session_id: string;
  user_name: string;
  local: boolean;
  audio: boolean;
  video: boolean;
  tracks: { audio: { state: 'playable' | 'off'; persistentTrack?: MediaStreamTrack } };
}

export type MeetingState = 'new' | 'joining-meeting' | 'joined-meeting' | 'left-meeting' | 'error';

// Events differ too much for one type; each has `action`, its own name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Listener = (event: any) => void;

/** The service will not let this browser join; trying again is of no use. */
export class JoinRefused extends Error {}

/** One call: joined once, left once. */
export class BrowserCallObject {
  constructor(options?: CallObjectOptions);
  on(name: string, listener: Listener): this;
  once(name: string, listener: Listener): this;
  off(name: string, listener: Listener): this;
  iframe(): HTMLIFrameElement | null;
  meetingState(): MeetingState;
  isDestroyed(): boolean;
  participants(): Record<string, Participant>;
  join(options?: CallObjectOptions): Promise<Record<string, Participant>>;
  leave(): Promise<void>;
  destroy(): Promise<void>;
  sendAppMessage(data: unknown): this;
  localAudio(): boolean;
  setLocalAudio(isHeard: boolean): this;
  updateParticipant(id: string, wish: { setSubscribedTracks?: boolean | { audio?: boolean } }): this;
  startRemoteParticipantsAudioLevelObserver(intervalMs?: number): Promise<void>;
  stopRemoteParticipantsAudioLevelObserver(): void;
  startLocalAudioLevelObserver(intervalMs?: number): Promise<void>;
  stopLocalAudioLevelObserver(): void;
  isLocalAudioLevelObserverRunning(): boolean;
  getLocalAudioLevel(): number;
  updateInputSettings(settings: { audio?: { processor?: { type?: string } } }): Promise<{ inputSettings: object }>;
  setInputDevicesAsync(devices: { audioDeviceId?: string | null; audioSource?: boolean | string | MediaStreamTrack }): Promise<void>;
  setOutputDeviceAsync(devices: { outputDeviceId?: string }): Promise<void>;
  enumerateDevices(): Promise<{ devices: MediaDeviceInfo[] }>;
  startScreenShare(): void;
  stopScreenShare(): void;
  startRecording(options?: object): void;
  stopRecording(): void;
  meetingSessionState(): { data: unknown };
  setMeetingSessionData(data: unknown): void;
}

/** A call object that has not joined anything yet. */
export function createCallObject(options?: CallObjectOptions): BrowserCallObject;

declare const factory: { createCallObject: typeof createCallObject };
export default factory;
