import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { SCHEMES, WIDTHS } from '../site/pages';

/** The settings with every rule of axe: most of what rules look at is the same at any width and in any theme. */
const WHOLE = ['1440 light', '320 dark'];

/** What changes with the theme, and with what a width shows: looked at in all of them. */
const COLORS = ['color-contrast'];

/**
 * What axe finds, as short lines: rule and element.
 *
 * In axe's older way of running, which looks at the page and at frames of its own origin; the newer one also reaches
 * frames of strangers, of which there are none, and opens another page for each look, which takes three times as long.
 */
export async function violations(page: Page, within = 'html', rules?: string[]): Promise<string[]> {
  await drawAll(page);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).include(within).setLegacyMode();
  const { violations: found, passes } = await (rules ? axe.withRules(rules) : axe).analyze();
  if (!rules) expect(passes.length, 'something was there to be looked at').toBeGreaterThan(0);
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Axe, and the page's width, at each width in the light and the dark theme; what is open stays open. */
export async function expectGoodInBothThemes(page: Page, within?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNothingWider(page, width);
    for (const colorScheme of SCHEMES) {
      await wear(page, colorScheme);
      const rules = WHOLE.includes(`${width} ${colorScheme}`) ? undefined : COLORS;
      expect(await violations(page, within, rules), `at ${width} px in the ${colorScheme} theme`).toEqual([]);
    }
  }
}

/** Puts a theme on, and takes every colour that is on its way to another one there: to wait for it may take for ever. */
export async function wear(page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });
}

async function expectNothingWider(page: Page, width: number): Promise<void> {
  await drawAll(page);
  // Asked until it holds: before its font is there a text may be wider.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, `px beyond ${width}`).toBeLessThanOrEqual(0);
}

/** What the browser leaves out while it is far from the window is drawn: axe reads colours that nobody has set yet. */
async function drawAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.below-fold')) part.style.contentVisibility = 'visible';
  });
}
