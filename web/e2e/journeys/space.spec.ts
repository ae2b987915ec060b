import { expect, test, type Page } from '../test';
import { openSignedIn } from './steps/signed-in';

const HOME = '/dashboard/downtown-medspa';
/** The next Tuesday: today may be a holiday, on which the calendar has nothing to show. */
const OPEN_DAY = nextTuesday();

function nextTuesday(): string {
  const day = new Date(Date.now() + 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((2 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

/** How many of some elements lie wholly in the window. */
const inView = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluateAll(
    (all) =>
      all.filter((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      }).length,
  );

/** Texts that are cut short and have nothing that shows all of them. */
const cutShort = (page: Page): Promise<string[]> =>
  page.locator('body *').evaluateAll((all) =>
    all
      .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis')
      .filter((one) => one.tagName !== 'SELECT' && !one.closest('[title]'))
      .map((one) => one.textContent ?? ''),
  );

test('pages show their work first: twelve patients, eight hours, five stages, and rows that each person sets', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 });
  await openSignedIn(page, `${HOME}/patients`);
  const rows = page.getByRole('region', { name: 'All records' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  expect(await inView(page, 'tbody tr')).toBeGreaterThanOrEqual(12);
  expect(await cutShort(page)).toEqual([]);
  const compact = (await rows.first().boundingBox())!.height;
  await page.getByRole('button', { name: 'Comfortable rows' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Compact rows' })).toBeVisible();
  await expect(rows.first()).toBeVisible();
  expect((await rows.first().boundingBox())!.height).toBeGreaterThan(compact);
  // One choice for every list of the desk.
  for (const [path, row] of [['tasks', '[data-task]'], ['messages', 'section li button'], ['calls', 'tbody td']] as const) {
    await page.goto(`${HOME}/${path}`);
    const first = page.locator(`main ${row}`).first();
    await expect(first).toBeVisible();
    expect(await cutShort(page), path).toEqual([]);
    const roomy = (await first.boundingBox())!.height;
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.poll(async () => (await first.boundingBox())!.height, path).toBeLessThan(roomy);
    await page.getByRole('button', { name: 'Comfortable rows' }).click();
  }
  await page.getByRole('button', { name: 'Compact rows' }).click();

  await page.goto(`${HOME}/calendar?date=${OPEN_DAY}`);
  const grid = page.getByRole('group', { name: 'Calendar', exact: true });
  await expect(page.locator('[data-column]').first()).toBeVisible();
  const { y } = (await page.locator('[data-column]').first().boundingBox())!;
  const perHour = await grid.evaluate((one) => {
    const [first, second] = [...one.querySelectorAll('[data-column] > .border-t')].map((line) => line.getBoundingClientRect().top);
    return second! - first!;
  });
  expect((900 - y) / perHour).toBeGreaterThanOrEqual(8);
  expect(await cutShort(page)).toEqual([]);

  await page.goto(`${HOME}/leads`);
  const stages = page.getByRole('region', { name: 'Stages' });
  await expect(stages.getByRole('heading', { level: 3 })).toHaveCount(5);
  expect(await inView(page, 'main [role="region"] h3')).toBe(5);
  expect(await stages.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  expect(await cutShort(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, shown, least] of [
    ['patients', 'main section li', 3],
    [`calendar?date=${OPEN_DAY}`, 'main section li', 3],
    ['leads', 'main [role="region"] li', 1],
  ] as const) {
    await page.goto(`${HOME}/${path}`);
    await expect(page.locator(shown).first()).toBeVisible();
    expect(await inView(page, shown), path).toBeGreaterThanOrEqual(least);
    expect(await cutShort(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
});
