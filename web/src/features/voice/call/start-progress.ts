import type { StartProgress, StartStage } from './call-events';

/** Reports the stages of one start, with the time each took. */
export class StartReporter {
  readonly #report: (progress: StartProgress) => void;
  readonly #startedAt = performance.now();
  /** The stage under way, or the last one. */
  stage: StartStage = 'validation';

  constructor(report: (progress: StartProgress) => void) {
    this.#report = report;
  }

  get totalDuration(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  /** Runs one stage between its `started` and its `completed` or `failed` report; errors pass through. */
  async run<T>(stage: StartStage, work: () => T | Promise<T>): Promise<T> {
    this.stage = stage;
    const from = performance.now();
    const at = () => ({ stage, timestamp: new Date().toISOString() });
    const duration = () => Math.round(performance.now() - from);
    this.#report({ ...at(), status: 'started' });
    try {
      const result = await work();
      this.#report({ ...at(), status: 'completed', duration: duration() });
      return result;
    } catch (error) {
      this.#report({ ...at(), status: 'failed', duration: duration() });
      throw error;
    }
  }

  /** A stage that this call does not need. */
  skip(stage: StartStage): void {
    const timestamp = new Date().toISOString();
    const metadata = { action: 'skipped-not-enabled' };
    this.#report({ stage, status: 'completed', duration: 0, timestamp, metadata });
  }
}
