import { expect, type Locator, type Page } from '@playwright/test';
import { clip, type Clip, type VoiceName } from './clips';
import { installMicrophone } from './microphone';

/** Longest that Mia may take to say what is waited for, on a machine that does other things too. */
const PATIENCE_MS = 45_000;

/** Below this loudness nobody speaks. */
const SILENCE = 0.003;

/** What Mia asks on the way to a booking, and the step at which the callers' voices answer it. */
const QUESTIONS: [RegExp, string][] = [
  [/shall I book it\?|is that all correct\?|yes or no\?/i, 'yes'],
  [/phone number|reach you\?|area code/i, 'phone'],
  [/last name|full name/i, 'name'],
  [/which (would you like|suits you|one works)|does that work|shall we take it|would that work/i, 'slot'],
  [/what day|which day|when would you like/i, 'day'],
  [/what should I change|what's not right|which part should I fix/i, 'change'],
  [/come in for\?|which treatment|what are we booking/i, 'service'],
];

const ANY_QUESTION = new RegExp(QUESTIONS.map(([words]) => words.source).join('|'), 'i');

/** What Mia says only after the visit stands in the calendar. */
export const BOOKED = /you're booked for|all set/i;

/** How Mia begins a call that is not recorded. */
const GREETING = /this is Mia, the AI receptionist. How can I help\?/i;

interface Line {
  who: 'mia' | 'you';
  text: string;
}

/** Somebody at the widget of the public site who speaks with a recorded voice, and never before Mia has finished. */
export class Caller {
  readonly widget: Locator;
  readonly status: Locator;

  private constructor(
    readonly page: Page,
    readonly voice: VoiceName,
  ) {
    this.widget = page.getByRole('dialog');
    this.status = this.widget.getByRole('status').filter({ hasNotText: 'New:' });
  }

  /** Opens the widget on the landing page. */
  static async open(page: Page, voice: VoiceName): Promise<Caller> {
    await installMicrophone(page);
    return Caller.openWithoutMicrophone(page, voice);
  }

  /** Opens the widget with the microphone that the browser gives, or does not give. */
  static async openWithoutMicrophone(page: Page, voice: VoiceName = 'joe'): Promise<Caller> {
    await page.goto('/');
    await page.getByRole('button', { name: 'Talk to Mia' }).first().click();
    return new Caller(page, voice);
  }

  /** Somebody at a widget that is open already; the page has the microphone of `installMicrophone`. */
  static at(page: Page, voice: VoiceName): Caller {
    return new Caller(page, voice);
  }

  /** Calls, and hears Mia's greeting to its end. */
  async call(greeting = GREETING): Promise<void> {
    await this.widget.getByRole('button', { name: 'Start Voice Call' }).click();
    await this.isGreeted(greeting);
  }

  /** Calls again after a call that was lost; until the product has recovered, it may take more than one press. */
  async reconnects(): Promise<void> {
    await expect(async () => {
      await this.widget.getByRole('button', { name: /Reconnect|Start Voice Call/ }).click();
      await expect(this.widget.getByRole('heading', { name: 'LIVE CALL' })).toBeVisible();
    }).toPass({ timeout: 2 * PATIENCE_MS });
    await this.isGreeted();
  }

  private async isGreeted(greeting = GREETING): Promise<void> {
    await expect(this.widget.getByRole('heading', { name: 'LIVE CALL' })).toBeVisible({ timeout: PATIENCE_MS });
    await this.hears(greeting);
  }

  /** Waits until Mia has said something, to its end, and nobody has spoken since. @returns her turn so far. */
  async hears(words: RegExp): Promise<string> {
    const find = ([source, flags]: [string, string]) => {
      const lines = [...document.querySelectorAll<HTMLElement>('.voice-line[data-who]')];
      const spoken = lines.filter((line) => [...line.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()));
      const last = spoken.at(-1);
      if (last?.dataset['who'] !== 'mia' || last.querySelector('[aria-hidden]')) return null;
      const text = last.textContent?.replace(/^Mia/, '').trim() ?? '';
      return new RegExp(source, flags).test(text) ? text : null;
    };
    try {
      const found = await this.page.waitForFunction(find, [words.source, words.flags] as [string, string], {
        timeout: PATIENCE_MS,
      });
      return (await found.jsonValue()) ?? '';
    } catch (cause) {
      throw new Error(`Mia did not say what was expected. At last:\n${await this.soFar()}\nExpected: ${words}`, { cause });
    }
  }

  /** Says something, and waits until it stands in the captions. */
  async says(step: string, nth?: number): Promise<void> {
    const before = JSON.stringify(this.own(await this.lines()));
    await this.speak(clip(step, this.voice, nth));
    await expect
      .poll(async () => JSON.stringify(this.own(await this.lines())), {
        message: `Mia did not hear the caller's ${step}.`,
        timeout: PATIENCE_MS,
        intervals: [100],
      })
      .not.toBe(before);
  }

  /** Says something until Mia's answer has these words, like people do who are misheard; three times at most. */
  async insists(step: string, words: RegExp, answer = ANY_QUESTION): Promise<void> {
    for (let nth = 1; nth <= 3; nth += 1) {
      await this.says(step, nth);
      if (words.test(await this.hears(answer))) return;
    }
    throw new Error(`Mia did not understand the ${step}:\n${await this.soFar()}`);
  }

  /** Speaks into the microphone, whatever Mia does. Resolves when all is said. */
  async speak({ sound }: Clip): Promise<void> {
    await this.page.evaluate((file) => window.caller.speak(file), sound);
  }

  /** Answers what Mia asks until she says `goal`; each question may come twice. @returns her turn with the goal. */
  async answersUntil(goal: RegExp): Promise<string> {
    const asked = new Map<string, number>();
    const any = new RegExp(`${goal.source}|${ANY_QUESTION.source}`, 'i');
    for (;;) {
      const turn = await this.hears(any);
      if (goal.test(turn)) return turn;
      const step = this.questionIn(turn);
      const times = (asked.get(step) ?? 0) + 1;
      if (times > 2) throw new Error(`Mia asked for the ${step} again and again:\n${await this.soFar()}`);
      asked.set(step, times);
      await this.says(step, times);
    }
  }

  /** Waits until Mia's voice can be heard with a line like this one. @returns the line that she has begun. */
  async hearsBegin(words: RegExp): Promise<string> {
    const find = ([source, flags, silence]: [string, string, number]) => {
      const partial = [...document.querySelectorAll('.voice-line[data-who=mia] [aria-hidden]')].at(-1)?.textContent ?? '';
      return new RegExp(source, flags).test(partial) && window.caller.loudness() > silence ? partial : null;
    };
    const about = [words.source, words.flags, SILENCE] as [string, string, number];
    try {
      const found = await this.page.waitForFunction(find, about, { timeout: PATIENCE_MS });
      return (await found.jsonValue()) ?? '';
    } catch (cause) {
      throw new Error(`Mia did not begin what was expected. At last:\n${await this.soFar()}\nExpected: ${words}`, { cause });
    }
  }

  /** Waits until Mia has been silent for a third of a second. */
  async hearsMiaStop(): Promise<void> {
    await this.page.evaluate(
      async ([silence, lasting]) => {
        let quietSince = performance.now();
        while (performance.now() - quietSince < lasting) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          if (window.caller.loudness() > silence) quietSince = performance.now();
        }
      },
      [SILENCE, 333] as const,
    );
  }

  /** Ends the call with the button. */
  async hangsUp(): Promise<void> {
    await this.widget.getByRole('button', { name: 'End Call' }).click();
    await expect(this.status).toHaveText('Call ended');
  }

  /** Types into the box and sends it. */
  async types(text: string): Promise<void> {
    await this.widget.getByRole('textbox', { name: 'Type to Mia instead' }).fill(text);
    await this.widget.getByRole('button', { name: 'Send' }).click();
  }

  /** The captions, without what is still being recognised. */
  async lines(): Promise<Line[]> {
    return this.page.locator('.voice-line[data-who]').evaluateAll((lines) =>
      lines.map((line) => {
        const own = [...line.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const text = own.map((node) => node.nodeValue).join('').trim();
        return { who: (line as HTMLElement).dataset['who'] as 'mia' | 'you', text };
      }),
    );
  }

  /** What was said, the latest first: reports of errors are cut at their end. */
  async soFar(): Promise<string> {
    return (await this.lines()).map(({ who, text }) => `  ${who}: ${text}`).reverse().join('\n');
  }

  private own(lines: Line[]): string[] {
    return lines.filter(({ who, text }) => who === 'you' && text).map(({ text }) => text);
  }

  /** The step that answers Mia's last question in a turn. */
  private questionIn(turn: string): string {
    const found = QUESTIONS.map(([words, step]) => ({ step, at: lastMatch(turn, words) }));
    return found.reduce((latest, one) => (one.at > latest.at ? one : latest)).step;
  }
}

function lastMatch(text: string, words: RegExp): number {
  return [...text.matchAll(new RegExp(words.source, 'gi'))].at(-1)?.index ?? -1;
}
