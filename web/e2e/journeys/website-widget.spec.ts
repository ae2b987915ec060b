import { expect, test, type Page } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const SETTINGS = '/api/clinics/downtown-medspa/settings';
const SITE = 'https://www.marina.example';

async function save(page: Page, section: 'mia' | 'websites', changed: object): Promise<void> {
  const settings = (await (await page.request.get(SETTINGS)).json()) as Record<string, { version: string; value: object }>;
  const { version, value } = settings[section]!;
  const headers = { Origin: new URL(page.url()).origin };
  const saved = await page.request.put(SETTINGS, { headers, data: { section, version, value: { ...value, ...changed } } });
  expect(saved.status(), await saved.text()).toBe(200);
}

const snippetOf = (page: Page, title: string) => page.getByRole('group', { name: title }).getByRole('code');

test('on a website that the practice named a visitor writes with Mia, and the practice has it in its history', async ({ page, browser }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/settings/websites');
  const snippet = await snippetOf(page, 'Voice and chat inside a page').innerText();
  expect(snippet).toContain('allow="microphone"');
  await save(page, 'websites', { origins: [] });
  await expect(page.getByText('No websites yet.')).toBeVisible();

  // Chromium asks before a page from elsewhere shows one of this machine.
  const visitor = await (await browser.newContext({ permissions: ['local-network-access'] })).newPage();
  const refusals: string[] = [];
  visitor.on('console', (message) => refusals.push(message.text()));
  await visitor.route(`${SITE}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Marina</title><h1>Marina</h1>${snippet}` }),
  );
  await visitor.goto(SITE);
  await expect.poll(() => refusals.join('\n')).toContain("frame-ancestors 'self'");

  await save(page, 'websites', { origins: [SITE] });
  await visitor.reload();
  const frame = visitor.frameLocator('iframe');
  await expect(frame.getByText('AI receptionist, Downtown Medspa')).toBeVisible();
  await frame.getByRole('textbox', { name: 'Type to Mia instead' }).fill('When are you open?');
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect(frame.getByRole('log')).toContainText(/Monday to Wednesday/);

  await page.goto('/dashboard/downtown-medspa');
  await expect(page.getByText('Website visitor').first()).toBeVisible();
});

test('where Mia may not answer she says so, and what is shown is good at every width', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/settings/websites');
  const link = await snippetOf(page, 'Link to Mia').innerText();
  await save(page, 'mia', { answers_website: false });
  await expect(page.getByText('“Answer on your website” is off')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('Mia doesn\'t answer here. Please call the practice instead.');
  await save(page, 'mia', { answers_website: true, asks_for_ratings: true });
  await page.reload();
  await page.getByText('opening hours').click();
  await expectGoodInBothThemes(page);

  await page.getByRole('button', { name: 'When are you open?' }).click();
  await page.getByRole('radio', { name: '4, Very good' }).check();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Rate' }).click();
  await expect(page.getByText('Thanks for your feedback.')).toBeVisible();
  await save(page, 'mia', { asks_for_ratings: false });
});

test('one line of script shows her button on a website with a strict policy, and nothing more until it is pressed', async ({ page, browser }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/settings/websites');
  const snippet = await snippetOf(page, 'Mia’s button on every page').innerText();
  expect(snippet).toMatch(/^<script async src="[^"]+"><\/script>$/);
  await save(page, 'websites', { origins: [SITE] });

  const mia = new URL(page.url()).origin;
  const policy = `default-src 'none'; script-src ${mia}; frame-src ${mia}; require-trusted-types-for 'script'`;
  const context = await browser.newContext({ permissions: ['local-network-access'], viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  const [said, asked]: [string[], string[]] = [[], []];
  visitor.on('console', (message) => said.push(message.text()));
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await context.route(({ hostname }) => hostname.endsWith('.marina.example'), (route) =>
    route.fulfill({
      headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy },
      body: `<!doctype html><html lang="en"><title>Marina</title><h1>Marina</h1>${snippet}</html>`,
    }),
  );
  await visitor.goto('https://shop.marina.example');
  await expect.poll(() => said.join()).toContain('add https://shop.marina.example under Settings, Websites');
  await expect(visitor.getByRole('button')).toHaveCount(0);

  said.length = 0;
  await visitor.goto(SITE);
  const button = visitor.getByRole('button', { name: 'Talk to Mia' });
  await expect(button).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/embed/widget') || path.startsWith('/api'))).toEqual([]);
  await button.press('Enter');
  const panel = visitor.getByRole('dialog', { name: 'Talk to Mia' });
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const box = visitor.frameLocator('iframe').getByRole('textbox', { name: 'Type to Mia instead' });
  await box.fill('When are you open?');
  await box.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(box).toHaveValue('When are you open?');
  await panel.getByRole('button', { name: 'Close' }).press('Escape');
  await expect(button).toBeFocused();
  expect(said.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});
