import type { MicrophoneState } from './call-events';

/** A call as the front office created it. */
export interface CallTicket {
  callId: string;
  offerUrl: string;
  token: string;
  practice: string;
}

/** Who should answer: the voice service knows assistants, squads and workflows. */
export interface CallTarget {
  assistant?: string;
  squad?: string;
  workflow?: string;
}

/** The front office's side of a call, over HTTP. */
export interface CallService {
  create(target: CallTarget): Promise<CallTicket>;
  /** Hands over our session description and brings back the other side's. */
  answer(ticket: CallTicket, offer: RTCSessionDescriptionInit): Promise<RTCSessionDescriptionInit>;
  /** Says goodbye. Must work while the page is being closed, so it promises nothing. */
  end(ticket: CallTicket): void;
}

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

/** One media path to the other side with its data channel. */
export interface PeerLink {
  onMessage: ((text: string) => void) | null;
  onRemoteStream: ((stream: MediaStream) => void) | null;
  /** Called once, when an established path is gone without us having closed it. */
  onLost: (() => void) | null;
  /** Our complete description, candidates included. Without a microphone the call is receive-only. */
  offer(microphone: MediaStream | null): Promise<RTCSessionDescriptionInit>;
  /** Takes the answer and waits for media and data channel. Rejects with a reason a person can read. */
  connect(answer: RTCSessionDescriptionInit): Promise<void>;
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  send(text: string): void;
  close(): void;
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

/** Everything a call needs of the browser, so that tests can stand in for it. */
export interface CallDevices {
  /** `deviceId` is a wish: where that device is gone, another one is opened. */
  openMicrophone(deviceId?: string): Promise<Microphone>;
  /** The microphones there are; browsers name them only once the caller has allowed one. */
  listMicrophones(): Promise<MicrophoneChoice[]>;
  /** Tells when devices come and go. @returns how to stop listening. */
  onDevicesChanged(listener: () => void): () => void;
  createPeer(): PeerLink;
  createLevelSource(stream: MediaStream): LevelSource;
  createSpeaker(): Speaker;
  isMobile(): boolean;
}
