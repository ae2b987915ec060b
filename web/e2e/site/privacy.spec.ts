import { expect, test } from '../test';
import { ALL_PAGES, PAGES } from './pages';

test('a visitor gets no cookie, and nothing is loaded from anybody else', async ({ page, context, baseURL }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(baseURL!).origin) strangers.push(request.url());
  });
  for (const path of PAGES) {
    await page.goto(path);
    await page.locator('[data-voice-launcher]').click();
    await page.getByRole('button', { name: 'Start Voice Call' }).waitFor();
  }
  expect(strangers).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('the login page and the calendar set no cookie and load nothing from anybody else either', async ({ page, context, baseURL }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL!).origin) strangers.push(request.url());
  });
  for (const path of ALL_PAGES) await page.goto(path, { waitUntil: 'networkidle' });
  expect(strangers).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('no page leaves an error in the console, or breaks its own content policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const path of PAGES) {
    await page.goto(path);
    await page.locator('[data-voice-launcher]').click();
    await page.getByRole('button', { name: 'Start Voice Call' }).waitFor();
  }
  expect(complaints).toEqual([]);
});

test('the pages state the settings in force', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    expect(await page.content()).not.toMatch(/__[A-Z]+(_[A-Z]+)*__/);
  }
});
