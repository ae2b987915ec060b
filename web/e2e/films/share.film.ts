import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { ROOT, ffmpeg } from './pictures';

const MOST_BYTES = 100 * 1024;

test.use({ colorScheme: 'light' });

/** Puts a drawing of ours in place of a page of ours, so that it has the page's fonts. */
async function draw(page: Page, drawing: string, width: number, height: number): Promise<Buffer> {
  const svg = readFileSync(join(ROOT, drawing), 'utf8');
  await page.setViewportSize({ width, height });
  await page.goto('/terms-of-use');
  await page.evaluate(async (markup) => {
    document.body.innerHTML = markup;
    await Promise.all([document.fonts.load('350 120px "Ysabeau Display"'), document.fonts.load('400 30px "Figtree Variable"')]);
  }, svg);
  return page.screenshot({ omitBackground: true });
}

test('the picture that others show beside a link to us', async ({ page }) => {
  const out = join(ROOT, 'web/public/share.jpg');
  const plain = test.info().outputPath('share.png');
  writeFileSync(plain, await draw(page, 'web/scripts/share.svg', 1200, 630));
  ffmpeg('-i', plain, '-q:v', '3', out);
  expect(statSync(out).size).toBeLessThan(MOST_BYTES);
});

for (const size of [192, 512]) {
  test(`the icon of ${size} px`, async ({ page }) => {
    writeFileSync(join(ROOT, `web/public/icon-${size}.png`), await draw(page, 'web/scripts/icon.svg', size, size));
  });
}
