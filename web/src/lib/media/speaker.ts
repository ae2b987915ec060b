import type { Speaker } from './ports';

/** An audio element of the page, which plays what it is given until it is closed. */
export class AudioElementSpeaker implements Speaker {
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
