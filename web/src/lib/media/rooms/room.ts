import type { RoomLink, RoomTicket } from '../ports';

/** A vendor's library tries for a while by itself; with no room by then there will be none. */
const JOIN_TIMEOUT_MS = 20_000;
const NOT_JOINED = 'Couldn’t join the call.';

/** What rooms of all engines have in common: coming in takes a while at most, and a loss is told once. */
export abstract class Room implements RoomLink {
  onMessage: ((text: string) => void) | null = null;
  onRemoteStream: ((stream: MediaStream) => void) | null = null;
  onLost: (() => void) | null = null;
  #isIn = false;

  async join(ticket: RoomTicket, microphone: MediaStream | null): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => (timer = setTimeout(reject, JOIN_TIMEOUT_MS)));
    try {
      await Promise.race([this.enter(ticket, microphone?.getAudioTracks()[0]), tooLate]);
    } catch {
      // What a vendor's library says is not meant for a visitor.
      throw new Error(NOT_JOINED);
    } finally {
      clearTimeout(timer);
    }
    this.#isIn = true;
  }

  close(): void {
    this.#isIn = false;
    // What goes wrong on the way out changes nothing.
    void this.leave().catch(() => undefined);
  }

  abstract replaceTrack(track: MediaStreamTrack): Promise<void>;
  abstract send(text: string): void;
  protected abstract enter(ticket: RoomTicket, track: MediaStreamTrack | undefined): Promise<void>;
  protected abstract leave(): Promise<void>;

  protected hear(track: MediaStreamTrack): void {
    this.onRemoteStream?.(new MediaStream([track]));
  }

  protected lose(): void {
    if (!this.#isIn) return;
    this.#isIn = false;
    this.onLost?.();
  }
}
