import type { MicrophoneState } from './call-events';
import type { Microphone } from './call-ports';

const PROCESSED: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const RAW: MediaTrackConstraints = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

const REFUSALS = ['NotAllowedError', 'SecurityError'];
const ABSENCES = ['NotFoundError', 'DevicesNotFoundError'];

/** Asks for the microphone. Never rejects: without one, `state` says why and the call is receive-only. */
export async function openMicrophone(media: MediaDevices | undefined = navigator.mediaDevices): Promise<Microphone> {
  // Browsers hide the whole interface from pages that are not served safely.
  if (!media?.getUserMedia) return new NoMicrophone('absent');
  try {
    return new LiveMicrophone(media, await media.getUserMedia({ audio: PROCESSED }), 'processed');
  } catch (error) {
    const state = whyNot(error);
    if (state !== 'raw') return new NoMicrophone(state);
  }
  try {
    return new LiveMicrophone(media, await media.getUserMedia({ audio: RAW }), 'raw');
  } catch (error) {
    const state = whyNot(error);
    return new NoMicrophone(state === 'raw' ? 'absent' : state);
  }
}

/** `raw`: the device is there, but its processed track could not be had. */
function whyNot(error: unknown): MicrophoneState {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (REFUSALS.includes(name)) return 'refused';
  return ABSENCES.includes(name) ? 'absent' : 'raw';
}

class NoMicrophone implements Microphone {
  readonly stream = null;
  onReplaced = null;

  constructor(readonly state: MicrophoneState) {}

  setEnabled(): void {
    // There is nothing to mute.
  }

  close(): void {
    // There is nothing to close.
  }
}

class LiveMicrophone implements Microphone {
  onReplaced: ((track: MediaStreamTrack) => void) | null = null;
  stream: MediaStream;
  state: MicrophoneState;
  readonly #media: MediaDevices;
  #closed = false;

  constructor(media: MediaDevices, stream: MediaStream, state: MicrophoneState) {
    this.#media = media;
    this.stream = stream;
    this.state = state;
    const track = stream.getAudioTracks()[0];
    if (track && state === 'processed') track.onended = () => void this.#fallBack();
  }

  setEnabled(enabled: boolean): void {
    for (const track of this.stream.getAudioTracks()) track.enabled = enabled;
  }

  close(): void {
    this.#closed = true;
    for (const track of this.stream.getTracks()) track.stop();
  }

  async #fallBack(): Promise<void> {
    const stream = await this.#media.getUserMedia({ audio: RAW }).catch(() => null);
    if (this.#closed || !stream) {
      stream?.getTracks().forEach((track) => track.stop());
      return;
    }
    this.stream = stream;
    this.state = 'raw';
    const track = stream.getAudioTracks()[0];
    if (track) this.onReplaced?.(track);
  }
}
