import type { LevelSource, Microphone, MicrophoneChoice, PeerLink, RoomEngine, RoomLink, RoomTicket, Speaker } from '@/lib/media/ports';

/** A call as the front office created it. */
export interface CallTicket {
  callId: string;
  token: string;
  practice: string;
  /** Where the browser asks for its address on the internet, which a relay has to know. */
  stunUrl: string | null;
  /** Held in a room of this engine; null where the browser is connected with Mia herself. */
  rooms: RoomEngine | null;
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
  /** Opens the call's room instead, and brings back what lets this browser in. */
  enter(ticket: CallTicket): Promise<RoomTicket>;
  /** Says goodbye. Must work while the page is being closed, so it promises nothing. */
  end(ticket: CallTicket): void;
}

/** Everything a call needs of the browser, so that tests can stand in for it. */
export interface CallDevices {
  /** `deviceId` is a wish: where that device is gone, another one is opened. */
  openMicrophone(deviceId?: string): Promise<Microphone>;
  /** The microphones there are; browsers name them only once the caller has allowed one. */
  listMicrophones(): Promise<MicrophoneChoice[]>;
  /** Tells when devices come and go. @returns how to stop listening. */
  onDevicesChanged(listener: () => void): () => void;
  createPeer(stunUrl: string | null): PeerLink;
  /** A way into rooms of an engine; loads its vendor's library. */
  createRoom(engine: RoomEngine): Promise<RoomLink>;
  createLevelSource(stream: MediaStream): LevelSource;
  createSpeaker(): Speaker;
  isMobile(): boolean;
}
