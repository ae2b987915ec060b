import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Caller } from '../journeys/steps/caller';
import { ROOT, keepAsWebp } from './pictures';

const PICTURE = 'docs/images/talk-to-mia.webp';
const MOST_BYTES = 120 * 1024;

test.use({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5, colorScheme: 'light' });

test('the picture of the README: a call on the landing page', async ({ page }) => {
  const caller = await Caller.open(page, 'joe');
  // The first screen of the page behind the call.
  await page.evaluate(() => scrollTo(0, 0));
  await caller.call();
  await caller.says('booking');
  await caller.hears(/\?/);
  await caller.says('day');
  await expect(caller.status).toHaveText('Mia is speaking...', { timeout: 30_000 });
  // Her line shows how loud she is: wait for a moment at which that can be seen.
  await page.waitForFunction(() => (document.querySelector<SVGPathElement>('.voice-wave-mia')?.getBBox().height ?? 0) > 40);
  keepAsWebp(await page.screenshot(), PICTURE, 84);
  expect(statSync(join(ROOT, PICTURE)).size).toBeLessThan(MOST_BYTES);
});
