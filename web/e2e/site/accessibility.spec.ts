import { expect, test } from '../test';
import { expectGoodInBothThemes, violations, wear } from '../journeys/steps/every-width';
import { ALL_PAGES, SCHEMES } from './pages';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of ALL_PAGES) {
  test(`${path} has nothing that axe objects to, and nothing wider than the page`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectGoodInBothThemes(page);
  });
}

test('the voice widget has nothing that axe objects to', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-voice-launcher]').click();
  await page.getByRole('button', { name: 'Start Voice Call' }).waitFor();
  for (const colorScheme of SCHEMES) {
    await wear(page, colorScheme);
    expect(await violations(page), `in the ${colorScheme} theme`).toEqual([]);
  }
});
