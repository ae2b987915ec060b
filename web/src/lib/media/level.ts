import type { LevelSource } from './ports';

/** How loud a stream is in this browser. */
export class AnalyserLevel implements LevelSource {
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
