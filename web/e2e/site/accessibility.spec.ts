import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { ALL_PAGES, SCHEMES, WIDTHS } from './pages';

/** What axe finds, as short lines: rule and element. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const scheme of SCHEMES) {
  test.describe(`in the ${scheme} theme`, () => {
    test.use({ colorScheme: scheme });

    for (const path of ALL_PAGES) {
      test(`${path} has nothing that axe objects to, and nothing wider than the page`, async ({ page }) => {
        await page.goto(path, { waitUntil: 'networkidle' });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          expect(await violations(page), `at ${width} px`).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `px beyond ${width}`).toBeLessThanOrEqual(0);
        }
      });
    }

    test('the voice widget has nothing that axe objects to', async ({ page }) => {
      await page.goto('/');
      await page.locator('[data-voice-launcher]').click();
      await page.getByRole('button', { name: 'Start Voice Call' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });
  });
}
