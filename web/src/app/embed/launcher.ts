/**
 * Mia's button on a practice's own website: `<script async src="https://.../embed/mia/{clinic}.js?key=...">`.
 *
 * It runs on pages of others, so it brings everything along in a shadow tree, styles itself without a style
 * attribute or element (a strict content policy refuses both), and loads nothing more until a visitor opens Mia.
 */
import { drawCross, drawWave, make } from './elements';
import { SHEET } from './launcher-style';

/** The websites that the practice named, a space between them; the server fills them in. */
const ALLOWED = '__ALLOWED_ORIGINS__';
const HOST = 'mia-launcher';
/** Narrower than this Mia fills the screen, and the page behind her rests. */
const PHONE = '(max-width: 30rem)';

/** Where the script came from, which is where Mia is. */
interface Source {
  origin: string;
  frame: string;
}

function sourceOf(script: Element | null): Source | null {
  if (!(script instanceof HTMLScriptElement)) return null;
  const { origin, pathname, searchParams } = new URL(script.src);
  const slug = /\/([^/]+)\.js$/.exec(pathname)?.[1];
  return slug ? { origin, frame: `${origin}/embed/widget/${slug}?key=${encodeURIComponent(searchParams.get('key') ?? '')}` } : null;
}

/** Shows the button, unless the page has it already or the practice did not name this website. */
function start({ origin, frame }: Source): void {
  if (document.querySelector(HOST)) return;
  if (location.origin !== origin && !ALLOWED.split(' ').includes(location.origin)) {
    console.warn(`Mia is not shown: add ${location.origin} under Settings, Websites.`);
    return;
  }
  const launcher = new Launcher(origin, frame);
  if (document.body) document.body.append(launcher.host);
  else addEventListener('DOMContentLoaded', () => document.body.append(launcher.host));
}

class Launcher {
  readonly host = document.createElement(HOST);
  private readonly label = make('span', { text: 'Talk to Mia' });
  private readonly button = make('button', { className: 'open', type: 'button', ariaHasPopup: 'dialog' });
  private readonly close = make('button', { className: 'close', type: 'button', ariaLabel: 'Close' });
  private readonly panel = make('dialog', { className: 'panel', ariaLabel: 'Talk to Mia' });
  private frame: HTMLIFrameElement | null = null;

  constructor(
    private readonly origin: string,
    private readonly address: string,
  ) {
    const root = this.host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet()];
    this.button.append(drawWave(), this.label);
    this.close.append(drawCross());
    this.panel.append(this.close);
    root.append(this.button, this.panel);
    this.button.addEventListener('click', () => this.show());
    this.close.addEventListener('click', () => this.hide());
    this.panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.hide();
    });
    this.panel.addEventListener('close', () => this.rest());
    addEventListener('message', (event) => this.hear(event));
  }

  private show(): void {
    this.frame ??= this.load();
    this.button.hidden = true;
    if (matchMedia(PHONE).matches) this.panel.showModal();
    else this.panel.show();
    this.close.focus();
  }

  private hide(): void {
    this.panel.close();
  }

  /** After Mia was closed, by whichever key: the button is back, and so is the focus. */
  private rest(): void {
    this.button.hidden = false;
    this.button.focus();
  }

  private load(): HTMLIFrameElement {
    const frame = make('iframe', { title: 'Mia, AI receptionist', allow: 'microphone; autoplay', src: this.address });
    this.panel.append(frame);
    return frame;
  }

  /** What Mia's frame says, and no other: that its visitor wants to leave, and whether a call is going on. */
  private hear({ origin, source, data }: MessageEvent<unknown>): void {
    if (!this.frame || origin !== this.origin || source !== this.frame.contentWindow) return;
    if (data === 'mia:close' && this.panel.open) this.hide();
    if (data === 'mia:in-call' || data === 'mia:no-call') {
      const live = data === 'mia:in-call';
      this.button.classList.toggle('live', live);
      this.label.textContent = live ? 'Back to your call' : 'Talk to Mia';
    }
  }
}

function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(SHEET);
  return made;
}

const source = sourceOf(document.currentScript);
if (source) start(source);
