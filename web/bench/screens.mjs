/**
 * Pictures of every page of a running demo's clinic area, at a desk's and a phone's width in both themes, and what can be
 * measured in them: pages wider than the window, texts cut short with nothing that shows all of them, targets below 24 px.
 *
 *   node bench/screens.mjs http://127.0.0.1:8000 FOLDER [a pattern of names of pages]
 *
 * CHROME_PATH names the browser (default /usr/bin/chromium). Exits with 1 when something was found.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findFlaws } from './flaws.mjs';

const [base = 'http://127.0.0.1:8000', folder = '../build/screens', only = ''] = process.argv.slice(2);
const PASSWORD = 'clear-skin-clear-line';
const HOME = '/dashboard/downtown-medspa';
const SETTINGS = ['practice', 'locations', 'people', 'services', 'recall', 'contact', 'mia', 'numbers', 'on-call', 'consent', 'retention', 'websites', 'plan'];
const SIZES = { desk: { width: 1360, height: 900 }, phone: { width: 390, height: 844 } };

/** Opens the first entry of a list that may be empty. */
async function openFirst(page, list, entry) {
  const first = page.getByRole('region', { name: list }).locator(entry).first();
  if (await first.isVisible()) await first.click();
}

/** Name of the picture, address, and what is done before it is taken. */
const PAGES = [
  ['dashboard', HOME],
  ['rebooking', `${HOME}?group=overdue`],
  ['tasks', `${HOME}/tasks`, (page) => openFirst(page, 'Queue', '[data-task]')],
  ['calendar-week', `${HOME}/calendar`],
  ['calendar-day', `${HOME}/calendar?view=day`],
  ['messages', `${HOME}/messages`, (page) => openFirst(page, 'Conversations', 'li button, li a')],
  ['patients', `${HOME}/patients`],
  ['patient', `${HOME}/patients`, (page) => page.locator('main tbody a, main section li a').locator('visible=true').first().click()],
  ['import', `${HOME}/patients/import`],
  ['leads', `${HOME}/leads`],
  ['lead', `${HOME}/leads`, (page) => page.locator('main [role="region"] li a, main [role="region"] li button').locator('visible=true').first().click()],
  ['rebooking-analytics', `${HOME}/rebooking-analytics`],
  ['analytics', '/dashboard/client/downtown-medspa'],
  ['calls', `${HOME}/calls`],
  ['temp-crm', '/temp-crm?clinic=downtown-medspa'],
  ...SETTINGS.map((part) => [`settings-${part}`, `${HOME}/settings/${part}`]),
  ['team', `${HOME}/team`],
  ['activity', `${HOME}/activity`],
  ['api-tokens', `${HOME}/api-tokens`],
  ['support', `${HOME}/support`],
  ['security', '/account/security'],
  ['group', '/dashboard'],
  ['login', '/login'],
].filter(([name]) => new RegExp(only).test(name));
/** Who looks where the owner does not. */
const LOGINS = { group: 'group', login: 'nobody' };

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
mkdirSync(folder, { recursive: true });
let found = 0;

/** Waits until a page has drawn what it asked the server for: news keep the network busy for ever. */
async function drawn(page) {
  await page.waitForFunction(() => !document.querySelector('main .animate-pulse, main [aria-busy="true"]'), null, { timeout: 60_000 });
  await page.evaluate(() => document.fonts.ready);
}

/** Waits until a window has drawn once more. */
const repainted = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Runs in a page: nothing moves any more. */
function stayStill() {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [still];
}

/** Somebody signed in, or 'nobody', with a window of a size. */
async function open(viewport, login) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: viewport.width < 500 });
  if (login !== 'nobody') {
    const data = { email: `${login}@downtown-medspa.example`, password: PASSWORD };
    const answer = await context.request.post(`${base}/api/session`, { data, headers: { origin: base } });
    if (!answer.ok()) throw new Error(`${login} cannot sign in: ${answer.status()}`);
  }
  return context.newPage();
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const [name, path, press] of PAGES) {
    const page = await open(viewport, LOGINS[name] ?? 'owner');
    try {
      await page.goto(base + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 }).catch(() => undefined);
      await drawn(page);
      if (press) {
        await press(page);
        await repainted(page);
        await drawn(page);
      }
      // A color on its way to another is neither.
      await page.evaluate(stayStill);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await repainted(page);
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.screenshot({ path: join(folder, `${name}-${size}-whole.png`), fullPage: true });
      for (const flaw of await page.evaluate(findFlaws)) {
        found += 1;
        console.log(`${name} (${size}): ${flaw}`);
      }
    } catch (error) {
      found += 1;
      console.log(`${name} (${size}): ${error.message.split('\n')[0]}`);
    }
    await page.context().close();
  }
}
await browser.close();
process.exit(found > 0 ? 1 : 0);
