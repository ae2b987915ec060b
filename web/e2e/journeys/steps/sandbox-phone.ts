import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { clip, type VoiceName } from './clips';
import { installMicrophone } from './microphone';

/** Longest that Mia may take to say what is waited for, on a machine that does other things too. */
const PATIENCE_MS = 45_000;

/** The patients' telephones, in a browser of their owner's own. */
export class SandboxPhone {
  readonly device: Locator;
  readonly clock: Locator;

  private constructor(
    readonly page: Page,
    readonly owner: string,
  ) {
    this.device = page.getByRole('region', { name: owner });
    this.clock = page.getByRole('region', { name: 'Clock' });
  }

  /** Opens somebody's telephone, once something has reached it. */
  static async of(browser: Browser, owner: string): Promise<SandboxPhone> {
    const context = await browser.newContext({ timezoneId: 'America/New_York', permissions: ['microphone'] });
    const page = await context.newPage();
    await installMicrophone(page);
    await page.goto('/sandbox/phone');
    await page.getByRole('button', { name: owner }).click({ timeout: PATIENCE_MS });
    const phone = new SandboxPhone(page, owner);
    await expect(phone.device.getByRole('heading', { name: owner })).toBeVisible({ timeout: PATIENCE_MS });
    return phone;
  }

  /** The texts on it, the oldest first. */
  texts(): Locator {
    return this.device.getByRole('list').first().getByRole('listitem');
  }

  /** Writes to the practice. */
  async replies(text: string): Promise<void> {
    await this.device.getByPlaceholder('Text to the practice').fill(text);
    await this.device.getByRole('button', { name: 'Send' }).click();
    await expect(this.device.getByText(text, { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
  }

  /** Waits until Mia has texted something like this, and nothing has followed it. */
  async isTexted(words: RegExp): Promise<string> {
    await expect(this.texts().last()).toHaveText(words, { timeout: PATIENCE_MS });
    return this.texts().last().innerText();
  }

  /** Opens the newest email in the mailbox with words like these. */
  async reads(words: RegExp): Promise<Locator> {
    const email = this.device.getByRole('group').filter({ hasText: words }).first();
    await email.locator('summary').click({ timeout: PATIENCE_MS });
    await expect(email.getByLabel('Reply')).toBeVisible();
    return email;
  }

  /** Answers an open email, as a mail program does. */
  async repliesToMail(email: Locator, text: string): Promise<void> {
    await email.getByLabel('Reply').fill(text);
    await email.getByRole('button', { name: 'Send reply' }).click();
    await expect(email.getByRole('status')).toHaveText('Reply sent.');
  }

  async answers(): Promise<void> {
    await this.device.getByRole('button', { name: 'Answer' }).click({ timeout: PATIENCE_MS });
    await expect(this.device.getByText('On the phone with Mia')).toBeVisible({ timeout: PATIENCE_MS });
  }

  /** Waits until Mia has said something like this to its end. @returns her turn so far. */
  async hears(words: RegExp): Promise<string> {
    const find = ([source, flags]: [string, string]) => {
      const last = [...document.querySelectorAll<HTMLElement>('.phone-line[data-who]')].at(-1);
      if (last?.dataset['who'] !== 'mia' || last.querySelector('[aria-hidden]')) return null;
      const text = last.textContent?.replace(/^Mia/, '').trim() ?? '';
      return new RegExp(source, flags).test(text) ? text : null;
    };
    try {
      const about = [words.source, words.flags] as [string, string];
      const found = await this.page.waitForFunction(find, about, { timeout: PATIENCE_MS });
      return (await found.jsonValue()) ?? '';
    } catch (cause) {
      throw new Error(`Mia did not say ${words}. So far:\n${await this.soFar()}`, { cause });
    }
  }

  /** Says something aloud, and waits until Mia has understood that something was said. */
  async says(step: string, voice: VoiceName, nth = 1): Promise<void> {
    const own = () => this.page.locator('.phone-line[data-who=you]').allInnerTexts();
    const before = (await own()).join();
    await this.page.evaluate((file) => window.caller.speak(file), clip(step, voice, nth).sound);
    await expect.poll(async () => (await own()).join(), { timeout: PATIENCE_MS, intervals: [100] }).not.toBe(before);
  }

  private async soFar(): Promise<string> {
    return (await this.page.locator('.phone-line').allInnerTexts()).map((line) => `  ${line}`).join('\n');
  }
}
