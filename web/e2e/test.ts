import { test as base } from '@playwright/test';

export * from '@playwright/test';

/**
 * A test at whose end every window that it opened is closed.
 *
 * The browser outlives its tests: a page that is left open goes on asking the product for all that changes.
 */
export const test = base.extend<{ tidy: void }>({
  tidy: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
