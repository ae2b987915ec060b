/** How often loudness is read (spec §9). */
export const LEVEL_INTERVAL_MS = 100;
/** Above this level someone speaks (spec §9). */
const SPEECH_LEVEL = 0.01;
/** This long below it, and the speech is over (spec §9). */
const SILENCE_MS = 1_000;
/** The level that counts as full volume (spec §9). */
const FULL_LEVEL = 0.15;

export interface SpeechEvents {
  onStart(): void;
  onEnd(): void;
}

/** Turns raw levels, one every 100 ms, into a volume of 0 to 1 and into the start and end of speech. */
export class SpeechMonitor {
  readonly #events: SpeechEvents;
  #speaking = false;
  #silentFor = 0;

  constructor(events: SpeechEvents) {
    this.#events = events;
  }

  /** @returns the volume, 0 to 1. */
  read(level: number): number {
    if (level > SPEECH_LEVEL) this.#heard();
    else if (this.#speaking) this.#silent();
    return scaleVolume(level);
  }

  #heard(): void {
    this.#silentFor = 0;
    if (this.#speaking) return;
    this.#speaking = true;
    this.#events.onStart();
  }

  #silent(): void {
    this.#silentFor += LEVEL_INTERVAL_MS;
    if (this.#silentFor < SILENCE_MS) return;
    this.#speaking = false;
    this.#events.onEnd();
  }
}

/** A level as a volume of 0 to 1. */
export function scaleVolume(level: number): number {
  return Math.min(1, level / FULL_LEVEL);
}
