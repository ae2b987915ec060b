/** Whether and how we hear the caller. `raw`: without the browser's noise suppression. */
export type MicrophoneState = 'processed' | 'raw' | 'refused' | 'absent';

/** The caller's microphone, or the reason why there is none. */
export interface Microphone {
  readonly state: MicrophoneState;
  readonly stream: MediaStream | null;
  /** Which device it is, where the browser tells. */
  readonly deviceId: string | null;
  setEnabled(enabled: boolean): void;
  /** Takes another device. False when it cannot be had; the present one then stays. */
  switchTo(deviceId: string): Promise<boolean>;
  /** Called when another track took over: of another device, or the raw one after the browser ended the processed. */
  onReplaced: ((track: MediaStreamTrack) => void) | null;
  close(): void;
}

/** A media path to the other side, which carries texts too. */
export interface MediaLink {
  onMessage: ((text: string) => void) | null;
  onRemoteStream: ((stream: MediaStream) => void) | null;
  /** Called once, when an established path is gone without us having closed it. */
  onLost: (() => void) | null;
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  send(text: string): void;
  close(): void;
}

/** One with the other side itself. */
export interface PeerLink extends MediaLink {
  /** Our complete description, candidates included. Without a microphone the call is receive-only. */
  offer(microphone: MediaStream | null): Promise<RTCSessionDescriptionInit>;
  /** Takes the answer and waits for media and data channel. Rejects with a reason a person can read. */
  connect(answer: RTCSessionDescriptionInit): Promise<void>;
}

/** What lets a browser into a room of a distributed media engine. */
export interface RoomTicket {
  url: string;
  token: string;
}

/** One by a room of such an engine, in which the other side waits. */
export interface RoomLink extends MediaLink {
  /** Comes in; without a microphone only to hear. Rejects with a reason a person can read. */
  join(ticket: RoomTicket, microphone: MediaStream | null): Promise<void>;
}

/** A distributed media engine, and where its vendor's library for browsers stands. */
export interface RoomEngine {
  provider: 'livekit' | 'daily';
  library: string;
}

/** Loudness of a stream right now: root mean square, 0 to 1. */
export interface LevelSource {
  read(): number;
  close(): void;
}

/** Plays the other side's voice. */
export interface Speaker {
  play(stream: MediaStream): Promise<void>;
  close(): void;
}

/** A microphone to choose. */
export interface MicrophoneChoice {
  deviceId: string;
  label: string;
}
