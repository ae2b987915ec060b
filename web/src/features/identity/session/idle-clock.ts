import { announceActivity, onActivityElsewhere } from '@/lib/activity-news';
import { Emitter } from '@/lib/emitter';

/** How long before the end the reader is warned (WCAG 2.2.1 asks for 20 s at least), and never more than half the time. */
const WARNING_MS = 60_000;

/** Activity so soon after the last says nothing new. */
const STEP_MS = 1_000;

/** How long after activity the server hears of it: longer than the half minute within which it notes but one use. */
const TOUCH_MS = 45_000;

/** Without activity for this long, what a page asks the server it asks by itself. */
const AWAY_MS = 10_000;

/** What a reader does; moving the mouse is not among it, as a knock on the desk does that. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

interface IdleEvents {
  /** The state, and when the session ends unless someone acts (milliseconds since 1970). Told at each change. */
  state: { idle: 'no' | 'soon' | 'ended'; endsAt: number };
  /** The server should hear that someone is active. */
  touch: void;
}

/**
 * Knows how long no one has used any tab of this browser.
 *
 * A session ends at the server after `idleMs` without a request; a reader who scrolls makes none. So the clock asks
 * for a `touch` while there is activity, at the latest `TOUCH_MS` after it, which keeps the server's end behind ours.
 * Once the warning stands, only `stay` resets the clock: anyone who looks elsewhere does not answer it by accident.
 */
export class IdleClock extends Emitter<IdleEvents> {
  #last = Date.now();
  #idle: IdleEvents['state']['idle'] = 'no';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #touching: ReturnType<typeof setTimeout> | undefined;
  #endListening: (() => void)[] = [];

  constructor(readonly idleMs: number) {
    super();
  }

  /** True when no one uses any tab, so that requests are no one's doing. */
  get away(): boolean {
    return Date.now() - this.#last > AWAY_MS;
  }

  get endsAt(): number {
    return this.#last + this.idleMs;
  }

  /** Begins to watch; opening a page is activity. Returns what ends the watch. */
  start(): () => void {
    const acted = () => this.#act();
    for (const sign of SIGNS) addEventListener(sign, acted, { passive: true, capture: true });
    // Timers stand still while a computer sleeps or a tab lies behind.
    const look = () => this.#look();
    document.addEventListener('visibilitychange', look);
    const stopHearing = onActivityElsewhere((at) => this.#heard(at));
    this.#endListening = [
      () => SIGNS.forEach((sign) => removeEventListener(sign, acted, { capture: true })),
      () => document.removeEventListener('visibilitychange', look),
      stopHearing,
      () => clearTimeout(this.#timer),
      () => clearTimeout(this.#touching),
    ];
    this.#note(Date.now());
    return () => this.#endListening.forEach((end) => end());
  }

  /** The reader answered the warning. */
  stay(): void {
    if (this.#idle === 'ended') return;
    this.#set('no', Date.now());
    this.#note(this.#last);
    clearTimeout(this.#touching);
    this.#touching = undefined;
    this.emit('touch', undefined);
  }

  #act(): void {
    const now = Date.now();
    if (this.#idle === 'no' && now - this.#last < STEP_MS) return;
    this.#look(); // after a sleep the end may have passed unseen
    if (this.#idle === 'no') this.#note(now);
  }

  #heard(at: number): void {
    if (this.#idle !== 'ended' && at > this.#last) this.#set('no', at);
  }

  #note(at: number): void {
    this.#last = at;
    announceActivity(at);
    this.#touching ??= setTimeout(() => {
      this.#touching = undefined;
      this.emit('touch', undefined);
    }, TOUCH_MS);
    this.#look();
  }

  #set(idle: IdleEvents['state']['idle'], last: number): void {
    const changed = idle !== this.#idle || (idle !== 'no' && last !== this.#last);
    [this.#idle, this.#last] = [idle, last];
    if (changed) this.emit('state', { idle, endsAt: this.endsAt });
    this.#arm();
  }

  #look(): void {
    if (this.#idle === 'ended') return;
    const left = this.endsAt - Date.now();
    const idle = left <= 0 ? 'ended' : left <= this.#warning ? 'soon' : 'no';
    this.#set(idle, this.#last);
  }

  get #warning(): number {
    return Math.min(WARNING_MS, this.idleMs / 2);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#idle === 'ended') return;
    const next = this.#idle === 'soon' ? this.endsAt : this.endsAt - this.#warning;
    this.#timer = setTimeout(() => this.#look(), Math.max(0, next - Date.now()));
  }
}
