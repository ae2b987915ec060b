import { type CDPSession, type Locator, type Page } from '@playwright/test';

export const WIDTH = 1280;
export const HEIGHT = 720;

/** What stands in the page of a film for the sound engineer. Times are seconds since 1970. */
interface SoundInPage {
  begunAt: number;
  /** What stood in the captions, and when it changed. */
  captions: { at: number; lines: { who: string; text: string }[] }[];
  /** Ends the recording. @returns it as WebM, in base64. */
  finish(): Promise<string>;
}

declare global {
  interface Window {
    filmSound?: SoundInPage;
    filmOwnTrack?: MediaStreamTrack;
  }
}

/** One caption: who says what, from when. Seconds since 1970. */
export interface Said {
  at: number;
  who: 'mia' | 'you';
  text: string;
}

/** What a camera and a microphone took of a page, uncut. */
export interface Take {
  frames: { at: number; jpeg: Buffer }[];
  sound: { begunAt: number; webm: Buffer } | null;
  captions: SoundInPage['captions'];
  /** From when to when the film shows it, and for how many seconds at most. */
  scenes: { from: number; to: number; most: number }[];
}

const now = () => Date.now() / 1000;

/** Films a page: its picture by the browser's own screencast, its sound from both ends of the call. */
export class Camera {
  readonly #take: Take = { frames: [], sound: null, captions: [], scenes: [] };
  #rolling: number | null = null;

  private constructor(
    readonly page: Page,
    readonly session: CDPSession,
  ) {}

  /** Before the first `goto` of the page. */
  static async on(page: Page): Promise<Camera> {
    await page.addInitScript(keepOwnTrack);
    await page.addInitScript(showPointer);
    const camera = new Camera(page, await page.context().newCDPSession(page));
    camera.session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      camera.#take.frames.push({ at: metadata.timestamp ?? now(), jpeg: Buffer.from(data, 'base64') });
      void camera.session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await camera.session.send('Page.startScreencast', { format: 'jpeg', quality: 92, maxWidth: WIDTH, maxHeight: HEIGHT });
    return camera;
  }

  /** From here on the film shows what happens. */
  roll(): void {
    this.#rolling ??= now();
  }

  /** Up to here, or for `most` seconds: the film goes on to the next scene when they are over. */
  cut(most: number): void {
    if (this.#rolling !== null) this.#take.scenes.push({ from: this.#rolling, to: now(), most });
    this.#rolling = null;
  }

  /** Moves the pointer to something and presses it, as a hand would. */
  async press(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error('What the film presses cannot be seen.');
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
    await target.click();
  }

  /** Records the call from now on. Once its sound can be heard. */
  async listen(): Promise<void> {
    await this.page.evaluate(recordCall);
  }

  /** Ends the recording of the call; before the page is left. */
  async hush(): Promise<void> {
    const { begunAt, captions, webm } = await this.page.evaluate(async () => {
      const sound = window.filmSound!;
      return { begunAt: sound.begunAt, captions: sound.captions, webm: await sound.finish() };
    });
    this.#take.sound = { begunAt, webm: Buffer.from(webm, 'base64') };
    this.#take.captions = captions;
  }

  async finish(): Promise<Take> {
    await this.session.send('Page.stopScreencast');
    return this.#take;
  }
}

function keepOwnTrack(): void {
  const add = RTCPeerConnection.prototype.addTransceiver;
  RTCPeerConnection.prototype.addTransceiver = function (trackOrKind, init) {
    if (trackOrKind instanceof MediaStreamTrack) window.filmOwnTrack = trackOrKind;
    return add.call(this, trackOrKind, init);
  };
}

/** A pointer that can be seen, above modals too. */
function showPointer(): void {
  addEventListener('DOMContentLoaded', () => {
    const pointer = document.createElement('div');
    pointer.popover = 'manual';
    Object.assign(pointer.style, {
      position: 'fixed', inset: 'auto', margin: '0', padding: '0', width: '22px', height: '22px', borderRadius: '50%',
      background: '#0c2a2b80', border: '2px solid #fff', pointerEvents: 'none',
    });
    document.body.append(pointer);
    addEventListener('mousemove', ({ clientX, clientY }) => {
      Object.assign(pointer.style, { left: `${clientX - 11}px`, top: `${clientY - 11}px` });
      if (pointer.matches(':popover-open')) pointer.hidePopover();
      pointer.showPopover();
    });
  });
}

function recordCall(): void {
  const context = new AudioContext();
  const mix = context.createMediaStreamDestination();
  const listenTo = (stream: MediaStream) => context.createMediaStreamSource(stream).connect(mix);
  const mia = document.querySelector<HTMLAudioElement>('audio[data-voice-audio]')?.srcObject;
  if (mia instanceof MediaStream) listenTo(mia);
  if (window.filmOwnTrack) listenTo(new MediaStream([window.filmOwnTrack]));
  const recorder = new MediaRecorder(mix.stream, { mimeType: 'audio/webm;codecs=opus' });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);

  const captions: SoundInPage['captions'] = [];
  const look = () => {
    const lines = [...document.querySelectorAll<HTMLElement>('.voice-line[data-who]')].map((line) => ({
      who: line.dataset['who'] ?? '',
      text: [...line.childNodes].slice(1).map((node) => node.textContent).join('').trim(),
    }));
    captions.push({ at: Date.now() / 1000, lines });
  };
  look();
  new MutationObserver(look).observe(document.querySelector('.voice-log')!, { childList: true, subtree: true, characterData: true });

  recorder.start();
  window.filmSound = {
    begunAt: Date.now() / 1000,
    captions,
    finish: () =>
      new Promise((resolve) => {
        recorder.onstop = async () => {
          const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
          resolve(btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')));
        };
        recorder.stop();
      }),
  };
}
