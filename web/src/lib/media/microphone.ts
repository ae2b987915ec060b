import type { Microphone, MicrophoneChoice, MicrophoneState } from './ports';

const PROCESSED: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const RAW: MediaTrackConstraints = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

const REFUSALS = ['NotAllowedError', 'SecurityError'];
const ALIASES = ['default', 'communications'];
const ABSENCES = ['NotFoundError', 'DevicesNotFoundError'];

/** Asks for the microphone. Never rejects: without one, `state` says why and the call is receive-only. */
export async function openMicrophone(
  media: MediaDevices | undefined = navigator.mediaDevices,
  wished?: string,
): Promise<Microphone> {
  const device = wished === undefined ? {} : { deviceId: { ideal: wished } };
  // Browsers hide the whole interface from pages that are not served safely.
  if (!media?.getUserMedia) return new NoMicrophone('absent');
  try {
    return new LiveMicrophone(media, await media.getUserMedia({ audio: { ...PROCESSED, ...device } }), 'processed');
  } catch (error) {
    const state = whyNot(error);
    if (state !== 'raw') return new NoMicrophone(state);
  }
  try {
    return new LiveMicrophone(media, await media.getUserMedia({ audio: { ...RAW, ...device } }), 'raw');
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

/** The microphones by name. Without a permission the browser names none, and there is nothing to choose. */
export async function listMicrophones(media: MediaDevices | undefined = navigator.mediaDevices): Promise<MicrophoneChoice[]> {
  const devices = await media?.enumerateDevices().catch(() => []);
  // "default" and "communications" are second names of devices that stand in the list by their own.
  const inputs = devices?.filter(({ kind, label, deviceId }) => kind === 'audioinput' && label && !ALIASES.includes(deviceId));
  return inputs?.map(({ deviceId, label }) => ({ deviceId, label })) ?? [];
}

class NoMicrophone implements Microphone {
  readonly stream = null;
  readonly deviceId = null;
  onReplaced = null;

  constructor(readonly state: MicrophoneState) {}

  setEnabled(): void {
    // There is nothing to mute.
  }

  async switchTo(): Promise<boolean> {
    return false;
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
    this.#watch();
  }

  get deviceId(): string | null {
    return this.stream.getAudioTracks()[0]?.getSettings().deviceId ?? null;
  }

  async switchTo(deviceId: string): Promise<boolean> {
    const audio = { ...PROCESSED, deviceId: { exact: deviceId } };
    return this.#replace(await this.#media.getUserMedia({ audio }).catch(() => null), 'processed');
  }

  setEnabled(enabled: boolean): void {
    for (const track of this.stream.getAudioTracks()) track.enabled = enabled;
  }

  close(): void {
    this.#closed = true;
    for (const track of this.stream.getTracks()) track.stop();
  }

  /** A browser may end a processed track; the device then goes on without the processing. */
  #watch(): void {
    const track = this.stream.getAudioTracks()[0];
    if (track && this.state === 'processed') track.onended = () => void this.#fallBack();
  }

  async #fallBack(): Promise<void> {
    this.#replace(await this.#media.getUserMedia({ audio: RAW }).catch(() => null), 'raw');
  }

  #replace(stream: MediaStream | null, state: MicrophoneState): boolean {
    if (this.#closed || !stream) {
      stream?.getTracks().forEach((track) => track.stop());
      return false;
    }
    for (const track of this.stream.getTracks()) track.stop();
    this.stream = stream;
    this.state = state;
    this.#watch();
    const track = stream.getAudioTracks()[0];
    if (track) this.onReplaced?.(track);
    return true;
  }
}
