import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { SCHEMES, WIDTHS } from '../../site/pages';

/** The settings with every rule of axe: most of what rules look at is the same at any width and in any theme. */
const WHOLE = ['1440 light', '320 dark'];

/** What changes with the theme, and with what a width shows: looked at in all of them. */
const COLORS = ['color-contrast'];

/** What axe finds, as short lines: rule and element. */
export async function violations(page: Page, within = 'html', rules?: string[]): Promise<string[]> {
  await drawAll(page);
  await bringAxe(page);
  const { found, looked } = await page.evaluate(runAxe, { within, rules });
  if (!rules) expect(looked, 'something was there to be looked at').toBeGreaterThan(0);
  return found;
}

/** Once for each page: its half a megabyte takes as long to read as a rule takes to look. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
}

async function runAxe({ within, rules }: { within: string; rules?: string[] | undefined }): Promise<{ found: string[]; looked: number }> {
  const { axe: there } = window as unknown as { axe: typeof axe };
  const { violations: found, passes } = await there.run(within, {
    resultTypes: ['violations'],
    // Style sheets are read for one rule alone, an experimental one that is not asked.
    preload: { assets: ['media'] },
    ...(rules && { runOnly: rules }),
  });
  return {
    found: found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
    looked: passes.length,
  };
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

/** The same for what has opened over a page that was looked at before. */
export const expectDialogGoodInBothThemes = (page: Page): Promise<void> => expectGoodInBothThemes(page, 'dialog[open]');

/** Puts a theme on at once: a color on its way to another, or from one theme's to the other's, is neither. */
export async function wear(page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
    document.adoptedStyleSheets = [still];
  });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
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
