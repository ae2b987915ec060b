import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { SCHEMES, WIDTHS } from '../site/pages';
import { Clinic } from './clinic';

/** Axe, and the page's width, at each width. */
async function expectGoodAtEveryWidth(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    expect(found, `at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `px beyond ${width}`).toBeLessThanOrEqual(0);
  }
}

for (const scheme of SCHEMES) {
  test(`the dashboard has nothing that axe objects to in the ${scheme} theme`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme: scheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const clinic = new Clinic(page);
    await page.goto('/login');
    await clinic.fillLogin();
    await expect(clinic.history.getByRole('row').nth(1)).toBeVisible();
    await expectGoodAtEveryWidth(page);

    await clinic.history.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectGoodAtEveryWidth(page);
  });
}
