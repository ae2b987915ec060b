import { vi } from 'vitest';
import type { DailyLink } from '@/lib/media/rooms/daily';
import type { LiveKitLink } from '@/lib/media/rooms/livekit';

export const TRACK = { kind: 'audio' } as MediaStreamTrack;
/** The sound of the other side. */
export const VOICE = { kind: 'audio' } as MediaStreamTrack;

/** An engine's library that connects to nothing: what it was asked for, and what the other side does. */
export interface StubEngine {
  joined: unknown[];
  told: string[];
  microphones: MediaStreamTrack[];
  left: number;
  /** Set to let nobody in, or not soon. */
  door: () => Promise<void>;
  says: (text: string) => void;
  isHeard: () => void;
  goes: () => void;
}

type Listener = (about: never) => void;

abstract class Stub implements StubEngine {
  joined: unknown[] = [];
  told: string[] = [];
  microphones: MediaStreamTrack[] = [];
  left = 0;
  door = async () => undefined as void;
  readonly #listeners = new Map<string, Listener>();
  on = (event: string, listener: Listener) => void this.#listeners.set(event, listener);
  protected happens = (event: string, about?: unknown) => this.#listeners.get(event)?.(about as never);
  abstract says: (text: string) => void;
  abstract isHeard: () => void;
  abstract goes: () => void;
}

export class StubLiveKit extends Stub {
  constructor() {
    super();
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    const stub = this;
    class Room {
      on = stub.on;
      connect = async (url: string, token: string) => {
        stub.joined.push({ url, token });
        await stub.door();
      };
      disconnect = async () => void (stub.left += 1);
      localParticipant = {
        publishTrack: async (track: MediaStreamTrack, { source }: { source: string }) => {
          if (source !== 'microphone') throw new Error('The token lets nothing else in.');
          stub.microphones.push(track);
          return { track: { replaceTrack: async (other: MediaStreamTrack) => stub.microphones.push(other) } };
        },
        publishData: async (payload: Uint8Array) => void stub.told.push(new TextDecoder().decode(payload)),
      };
    }
    vi.stubGlobal('LivekitClient', { Room } satisfies ConstructorParameters<typeof LiveKitLink>[0]);
  }
  says = (text: string) => this.happens('dataReceived', new TextEncoder().encode(text));
  isHeard = () => this.happens('trackSubscribed', { kind: 'audio', mediaStreamTrack: VOICE });
  goes = () => this.happens('participantDisconnected');
}

export class StubDaily extends Stub {
  constructor() {
    super();
    const call = {
      on: this.on,
      join: async ({ url, token, audioSource }: { url: string; token: string; audioSource: MediaStreamTrack | false }) => {
        this.joined.push({ url, token });
        if (audioSource) this.microphones.push(audioSource);
        await this.door();
      },
      setInputDevicesAsync: async ({ audioSource }: { audioSource: MediaStreamTrack }) => this.microphones.push(audioSource),
      sendAppMessage: (text: string) => this.told.push(text),
      destroy: async () => void (this.left += 1),
    };
    vi.stubGlobal('Daily', { createCallObject: () => call } satisfies ConstructorParameters<typeof DailyLink>[0]);
  }
  says = (text: string) => this.happens('app-message', { data: text });
  isHeard = () => this.happens('track-started', { participant: { local: false }, track: VOICE });
  goes = () => this.happens('participant-left');
}
