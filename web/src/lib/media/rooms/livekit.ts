import type { RoomTicket } from '../ports';
import { Room } from './room';

/** What we use of `livekit-client`, as it describes itself. */
export interface LiveKit {
  Room: new (options: { stopLocalTrackOnUnpublish: boolean }) => LiveKitRoom;
}

interface RemoteTrack {
  kind: string;
  mediaStreamTrack: MediaStreamTrack;
}

interface LiveKitRoom {
  on(event: 'trackSubscribed', listener: (track: RemoteTrack) => void): unknown;
  on(event: 'dataReceived', listener: (payload: Uint8Array) => void): unknown;
  on(event: 'participantDisconnected' | 'disconnected', listener: () => void): unknown;
  connect(url: string, token: string): Promise<void>;
  disconnect(): Promise<void>;
  localParticipant: {
    publishTrack(track: MediaStreamTrack, options: { source: never }): Promise<{ track?: { replaceTrack(track: MediaStreamTrack, isOurs: boolean): Promise<unknown> } | undefined }>;
    publishData(payload: Uint8Array<ArrayBuffer>, options: { reliable: boolean }): Promise<void>;
  };
}

/** `Track.Source.Microphone`; the token lets nothing else in. */
const MICROPHONE = 'microphone' as never;

/** A room of a LiveKit cluster, in which nobody is but Mia and her caller. */
export class LiveKitLink extends Room {
  readonly #room: LiveKitRoom;
  #published: Awaited<ReturnType<LiveKitRoom['localParticipant']['publishTrack']>> | null = null;

  constructor({ Room: Vendors }: LiveKit) {
    super();
    const room = (this.#room = new Vendors({ stopLocalTrackOnUnpublish: false }));
    room.on('trackSubscribed', (track) => track.kind === 'audio' && this.hear(track.mediaStreamTrack));
    room.on('dataReceived', (payload) => this.onMessage?.(new TextDecoder().decode(payload)));
    room.on('participantDisconnected', () => this.lose());
    room.on('disconnected', () => this.lose());
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    await this.#published?.track?.replaceTrack(track, true);
  }

  send(text: string): void {
    // A text that the room does not take is lost with the room, which is told otherwise.
    void this.#room.localParticipant.publishData(new TextEncoder().encode(text), { reliable: true }).catch(() => undefined);
  }

  protected async enter({ url, token }: RoomTicket, track: MediaStreamTrack | undefined): Promise<void> {
    await this.#room.connect(url, token);
    if (track) this.#published = await this.#room.localParticipant.publishTrack(track, { source: MICROPHONE });
  }

  protected leave(): Promise<void> {
    return this.#room.disconnect();
  }
}
