import type { CallEvents } from '@/features/voice/call/call-events';
import type { CallDevices, CallService, CallTicket } from '@/features/voice/call/call-ports';
import { openRoomLink } from '@/lib/media/rooms/open';
import type { Microphone, MicrophoneState, PeerLink, RoomEngine, RoomTicket } from '@/lib/media/ports';
import type { CallClient } from '@/features/voice/call/call-client';

export const TICKET: CallTicket = {
  callId: 'call-1',
  token: 'token-1',
  practice: 'Downtown Medspa',
  stunUrl: 'stun:mia.clinic.test:3478',
  rooms: null,
};

/** A front office that answers at once, unless told to refuse. */
export class FakeService implements CallService {
  ended: string[] = [];
  refusal: Error | null = null;
  /** Set to hold `create` until it is called. */
  gate: Promise<void> | null = null;

  async create(): Promise<CallTicket> {
    await this.gate;
    if (this.refusal) throw this.refusal;
    return { ...TICKET, rooms: this.rooms };
  }

  /** Set to hold calls in rooms. */
  rooms: RoomEngine | null = null;

  async enter(): Promise<RoomTicket> {
    return { url: 'wss://rooms.example', token: 'token-of-the-room' };
  }

  async answer(): Promise<RTCSessionDescriptionInit> {
    return { type: 'answer', sdp: 'v=0' };
  }

  end(ticket: CallTicket): void {
    this.ended.push(ticket.callId);
  }
}

export class FakePeer implements PeerLink {
  onMessage: ((text: string) => void) | null = null;
  onRemoteStream: ((stream: MediaStream) => void) | null = null;
  onLost: (() => void) | null = null;
  sent: string[] = [];
  offeredMicrophone: MediaStream | null | undefined;
  replacedBy: MediaStreamTrack | null = null;
  refusal: Error | null = null;
  closed = false;

  async offer(microphone: MediaStream | null): Promise<RTCSessionDescriptionInit> {
    this.offeredMicrophone = microphone;
    return { type: 'offer', sdp: 'v=0' };
  }

  async connect(): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.onRemoteStream?.({} as MediaStream);
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    this.replacedBy = track;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }
}

export class FakeMicrophone implements Microphone {
  stream: MediaStream | null;
  enabled = true;
  closed = false;
  onReplaced: ((track: MediaStreamTrack) => void) | null = null;

  constructor(public state: MicrophoneState = 'processed') {
    this.stream = state === 'refused' || state === 'absent' ? null : ({} as MediaStream);
  }

  setEnabled(enabled: boolean): void {
    this.enabled = enabled;
  }

  deviceId: string | null = 'built-in';
  /** Devices that cannot be had. */
  broken: string[] = [];

  async switchTo(deviceId: string): Promise<boolean> {
    if (this.broken.includes(deviceId)) return false;
    this.deviceId = deviceId;
    this.onReplaced?.({ id: deviceId } as MediaStreamTrack);
    return true;
  }

  close(): void {
    this.closed = true;
  }
}

/** Devices whose level is a number that the test turns. */
export class FakeDevices implements CallDevices {
  peer = new FakePeer();
  microphone = new FakeMicrophone();
  level = 0;
  mobile = false;

  /** What was wished for, call by call. */
  wished: (string | undefined)[] = [];
  choices = [
    { deviceId: 'built-in', label: 'Built-in microphone' },
    { deviceId: 'headset', label: 'Headset' },
  ];
  devicesChanged: (() => void) | null = null;

  openMicrophone = async (deviceId?: string) => {
    this.wished.push(deviceId);
    return this.microphone;
  };
  listMicrophones = async () => this.choices;
  onDevicesChanged = (listener: () => void) => {
    this.devicesChanged = listener;
    return () => (this.devicesChanged = null);
  };
  /** The servers that connections were told to ask. */
  asks: (string | null)[] = [];
  createPeer = (stunUrl: string | null) => {
    this.asks.push(stunUrl);
    return this.peer;
  };
  createRoom = openRoomLink;
  createLevelSource = () => ({ read: () => this.level, close: () => undefined });
  createSpeaker = () => ({ play: async () => undefined, close: () => undefined });
  isMobile = () => this.mobile;
}

export type Recorded = { [Name in keyof CallEvents]: [Name, CallEvents[Name]] }[keyof CallEvents];

const NAMES: (keyof CallEvents)[] = [
  'call-start-progress',
  'call-start-success',
  'call-start-failed',
  'call-start',
  'call-end',
  'speech-start',
  'speech-end',
  'volume-level',
  'message',
  'microphone',
  'error',
];

/** Everything the client says, in order. */
export function record(client: CallClient): Recorded[] {
  const events: Recorded[] = [];
  for (const name of NAMES) client.on(name, (payload) => events.push([name, payload] as Recorded));
  return events;
}
