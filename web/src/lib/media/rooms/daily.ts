import type { RoomTicket } from '../ports';
import { Room } from './room';

/** What we use of `@daily-co/daily-js`, as it describes itself. */
export interface Daily {
  createCallObject(options: { audioSource: boolean; videoSource: boolean; dailyConfig: { avoidEval: boolean } }): DailyCall;
}

interface DailyCall {
  on(event: 'track-started', listener: (event: { participant: { local: boolean } | null; track: MediaStreamTrack }) => void): unknown;
  on(event: 'app-message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'participant-left' | 'left-meeting' | 'error', listener: () => void): unknown;
  join(options: { url: string; token: string; audioSource: MediaStreamTrack | false }): Promise<unknown>;
  setInputDevicesAsync(devices: { audioSource: MediaStreamTrack }): Promise<unknown>;
  sendAppMessage(text: string, to: '*'): unknown;
  destroy(): Promise<void>;
}

/** A room at Daily, in which nobody is but Mia and her caller. */
export class DailyLink extends Room {
  readonly #call: DailyCall;

  constructor(daily: Daily) {
    super();
    // Our pages run no code from strings, by which Daily's library would otherwise load the rest of itself.
    const call = (this.#call = daily.createCallObject({ audioSource: false, videoSource: false, dailyConfig: { avoidEval: true } }));
    call.on('track-started', ({ participant, track }) => {
      if (!participant?.local && track.kind === 'audio') this.hear(track);
    });
    call.on('app-message', ({ data }) => this.onMessage?.(typeof data === 'string' ? data : JSON.stringify(data)));
    call.on('participant-left', () => this.lose());
    call.on('left-meeting', () => this.lose());
    call.on('error', () => this.lose());
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    await this.#call.setInputDevicesAsync({ audioSource: track });
  }

  send(text: string): void {
    this.#call.sendAppMessage(text, '*');
  }

  protected async enter({ url, token }: RoomTicket, track: MediaStreamTrack | undefined): Promise<void> {
    await this.#call.join({ url, token, audioSource: track ?? false });
  }

  protected leave(): Promise<void> {
    return this.#call.destroy();
  }
}
