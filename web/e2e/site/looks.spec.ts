import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test, type Page } from '../test';
import { ALL_PAGES, SCHEMES, WIDTHS } from './pages';

/**
 * Every public page as it was approved, at three widths in both themes. `npm run looks` approves what is
 * there now. Another version of the browser draws letters otherwise, so the pictures hold for one.
 */
const VERSION_FILE = new URL('./looks/chromium.txt', import.meta.url);

/** Calendars are drawn at one moment, with the same free times. */
const NOW = new Date('2026-11-18T15:00:00Z');
const AVAILABILITY = {
  practice: 'Mia',
  service: 'Product demo',
  duration_minutes: 30,
  time_zone: 'America/New_York',
  days: ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24', '2026-12-01'].map((day) => ({
    day,
    slots: [16, 17, 19, 20].map((hour) => ({ starts_at: `${day}T${hour}:30:00Z`, token: `${day}-${hour}` })),
  })),
};

/** The stills of films, fetched when near. */
const masked = (page: Page) => [page.locator('[data-film]')];

test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'America/New_York' });

test.beforeEach(async ({ browser, page }, { config }) => {
  await page.clock.setFixedTime(NOW);
  await page.route('**/api/embed/booking/availability', (route) => route.fulfill({ json: AVAILABILITY }));
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

    for (const path of ALL_PAGES) {
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
