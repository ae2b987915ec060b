import type { CallDevices, LevelSource, Speaker } from './call-ports';
import { listMicrophones, openMicrophone } from './microphone';
import { WebRtcPeerLink } from './peer-link';

/** A microphone, a peer connection, a loudspeaker and level meters of this browser. */
export const browserDevices: CallDevices = {
  openMicrophone: (deviceId) => openMicrophone(navigator.mediaDevices, deviceId),
  listMicrophones: () => listMicrophones(),
  onDevicesChanged: (listener) => {
    navigator.mediaDevices?.addEventListener('devicechange', listener);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', listener);
  },
  createPeer: () => new WebRtcPeerLink(),
  createLevelSource: (stream) => new AnalyserLevel(stream),
  createSpeaker: () => new AudioElementSpeaker(),
  isMobile: () => matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints > 0,
};

class AnalyserLevel implements LevelSource {
  readonly #context = new AudioContext();
  readonly #analyser = this.#context.createAnalyser();
  readonly #samples = new Float32Array(1024);

  constructor(stream: MediaStream) {
    this.#analyser.fftSize = this.#samples.length;
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
    // Some browsers start a context suspended even after a press on a button.
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  read(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / this.#samples.length;
    return Math.sqrt(power);
  }

  close(): void {
    void this.#context.close();
  }
}

class AudioElementSpeaker implements Speaker {
  readonly #element = new Audio();

  constructor() {
    this.#element.autoplay = true;
    // In the document, so that the page's tests and the browser's media controls can find it.
    this.#element.dataset['voiceAudio'] = '';
    document.body.append(this.#element);
  }

  async play(stream: MediaStream): Promise<void> {
    this.#element.srcObject = stream;
    // A refusal means autoplay is blocked; the attribute starts it at the next press.
    await this.#element.play().catch(() => undefined);
  }

  close(): void {
    this.#element.srcObject = null;
    this.#element.remove();
  }
}
