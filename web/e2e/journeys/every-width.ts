import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { WIDTHS } from '../site/pages';

/** Axe, and the page's width, at each width. */
export async function expectGoodAtEveryWidth(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    expect(found, `at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `px beyond ${width}`).toBeLessThanOrEqual(0);
  }
}
