import type { Page } from '@playwright/test';

/** What stands in the page for the caller's mouth and ears. */
interface CallerInPage {
  /** Speaks a sound file, given in base64, into the microphone. Resolves when it is over. */
  speak(file: string): Promise<void>;
  /** How loud Mia is right now: root mean square of what her voice's element plays, 0 without a call. */
  loudness(): number;
}

declare global {
  interface Window {
    caller: CallerInPage;
  }
}

/** Gives the page a microphone that is silent until the caller speaks. Before the first `goto`. */
export async function installMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let context: AudioContext | undefined;
    let mouth: MediaStreamAudioDestinationNode | undefined;
    let heard: { stream: MediaStream; analyser: AnalyserNode } | undefined;
    const audio = () => (context ??= new AudioContext());

    const getUserMedia = async () => {
      await audio().resume();
      mouth = audio().createMediaStreamDestination();
      // A microphone is never quite silent; Chromium sends nothing at all for perfect silence.
      const hiss = audio().createConstantSource();
      hiss.offset.value = 1e-5;
      hiss.connect(mouth);
      hiss.start();
      return mouth.stream;
    };
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: getUserMedia });

    const speak = async (file: string) => {
      if (!mouth) throw new Error('The page has not asked for a microphone.');
      const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
      const source = audio().createBufferSource();
      source.buffer = await audio().decodeAudioData(bytes.buffer);
      source.connect(mouth);
      await new Promise((resolve) => {
        source.onended = resolve;
        source.start();
      });
    };

    const loudness = () => {
      const stream = document.querySelector<HTMLAudioElement>('audio[data-voice-audio]')?.srcObject;
      if (!(stream instanceof MediaStream)) return 0;
      if (heard?.stream !== stream) {
        heard = { stream, analyser: audio().createAnalyser() };
        audio().createMediaStreamSource(stream).connect(heard.analyser);
      }
      const samples = new Float32Array(heard.analyser.fftSize);
      heard.analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    };

    window.caller = { speak, loudness };
  });
}
