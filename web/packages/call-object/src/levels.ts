import { AnalyserLevel } from '@/lib/media/level';
import type { LevelSource } from '@/lib/media/ports';

/** Tells how loud a stream is, again and again, until it is stopped. */
export class LevelObserver {
  #level: LevelSource | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  get isRunning(): boolean {
    return this.#level !== null;
  }

  get level(): number {
    return this.#level?.read() ?? 0;
  }

  /** `interval` in milliseconds. Starting again replaces the stream. */
  start(stream: MediaStream, interval: number, tell: (level: number) => void): void {
    this.stop();
    const level = (this.#level = new AnalyserLevel(stream));
    this.#timer = setInterval(() => tell(level.read()), interval);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#level?.close();
    this.#level = null;
  }
}
