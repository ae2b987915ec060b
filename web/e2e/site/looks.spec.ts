import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { ALL_PAGES, SCHEMES, WIDTHS } from './pages';

/**
 * Every public page as it was approved, at three widths in both themes. `npm run looks` approves what is
 * there now. Another version of the browser draws letters otherwise, so the pictures hold for one.
 */
const VERSION_FILE = new URL('./looks/chromium.txt', import.meta.url);

/** The calendar's times, and with them its height, differ from hour to hour: its pages have no approved picture. */
const STEADY_PAGES = ALL_PAGES.filter((path) => path !== '/book-demo' && path !== '/embed/booking');

/** The stills of films, fetched when near. */
const masked = (page: Page) => [page.locator('[data-film]')];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ browser }, { config }) => {
  if (config.updateSnapshots === 'all') {
    mkdirSync(new URL('.', VERSION_FILE), { recursive: true });
    writeFileSync(VERSION_FILE, `${browser.version()}\n`);
  }
  const approved = existsSync(VERSION_FILE) ? readFileSync(VERSION_FILE, 'utf8').trim() : 'none';
  test.skip(approved !== browser.version(), `The pictures are of Chromium ${approved}; this is ${browser.version()}.`);
});

for (const scheme of SCHEMES) {
  test.describe(`in the ${scheme} theme`, () => {
    test.use({ colorScheme: scheme });

    for (const path of STEADY_PAGES) {
      test(`${path} looks as it was approved`, async ({ page }) => {
        await page.goto(path, { waitUntil: 'networkidle' });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await page.evaluate(() => document.fonts.ready);
          const name = `${path.slice(1).replaceAll('/', '-') || 'home'}-${width}-${scheme}.png`;
          await expect(page).toHaveScreenshot(name, { fullPage: true, mask: masked(page), maskColor: '#808080', scale: 'css' });
        }
      });
    }
  });
}
