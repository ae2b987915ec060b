import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { openSignedIn } from './signed-in';

const HOME = '/dashboard/downtown-medspa';
const OWNER = { email: 'owner@downtown-medspa.example', password: 'clear-skin-clear-line' };

/** What the clinic's staff see, in a browser of their own. */
export class Clinic {
  readonly tasks: Locator;
  readonly appointments: Locator;
  readonly history: Locator;

  constructor(readonly page: Page) {
    this.tasks = page.getByRole('region', { name: 'Tasks' });
    this.appointments = page.getByRole('region', { name: /appointments$/i });
    this.history = page.getByRole('region', { name: 'Call & Message History' });
  }

  /** The owner at the dashboard, when it is live. */
  static async logIn(browser: Browser): Promise<Clinic> {
    const page = await (await browser.newContext()).newPage();
    const clinic = new Clinic(page);
    await openSignedIn(page, HOME);
    await expect(clinic.history.getByRole('row').nth(1)).toBeVisible();
    return clinic;
  }

  async fillLogin({ email, password } = OWNER): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Log In' }).click();
  }

  /** The rows of the history about somebody, newest first. */
  callsOf(name: string): Locator {
    return this.history.getByRole('row').filter({ hasText: name });
  }

  /** The open tasks that name somebody or something. */
  tasksAbout(words: string | RegExp): Locator {
    return this.tasks.getByRole('listitem').filter({ hasText: words });
  }

  /** Leafs through the days to one such as "Tuesday, November 24". */
  async turnTo(day: string): Promise<void> {
    const shown = this.appointments.getByText(/^\w+day, \w+ \d+/);
    for (let days = 0; days < 40 && !(await shown.innerText()).startsWith(day); days += 1) {
      const before = await shown.innerText();
      await this.appointments.getByRole('button', { name: 'Next day' }).click();
      await expect(shown).not.toHaveText(before);
    }
    await expect(shown).toContainText(day);
  }
}
