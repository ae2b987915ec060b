import { expect, test } from '../../test';
import { openSignedIn } from '../steps/signed-in';

const AREA = '/dashboard/downtown-medspa';
const PAGES = [AREA, `${AREA}/team`, `${AREA}/activity`, `${AREA}/api-tokens`, `${AREA}/support`, '/account/security'];

test('no page of the clinic area breaks its own content policy or leaves an error in the console', async ({ page }) => {
  const complaints: string[] = [];
  await openSignedIn(page, AREA);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const path of PAGES) {
    const answer = await page.goto(path);
    expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w-]{22}';/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test('a script written into a page of the clinic area does not run', async ({ page }) => {
  await openSignedIn(page, AREA);
  const ran = await page.evaluate(() => {
    const inserted = document.createElement('div');
    inserted.innerHTML = '<img src="data:," onerror="document.body.dataset.ran = 1">';
    const script = document.createElement('script');
    script.textContent = 'document.body.dataset.ran = 1';
    document.body.append(inserted, script);
    return document.body.dataset['ran'] ?? 'no';
  });
  expect(ran).toBe('no');
});

test('an error that nobody caught is read by the owner, without what it said', async ({ page }) => {
  await openSignedIn(page, AREA);
  // Its script is there, and listens.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const told = page.waitForResponse('**/api/errors');
  await page.evaluate(() => {
    const error = new TypeError('Ana Ruiz (305) 555-0142');
    error.stack = `TypeError: ${error.message}\n    at f (${location.origin}/assets/planted.js:12:34)`;
    dispatchEvent(new ErrorEvent('error', { error }));
  });
  expect((await told).status()).toBe(204);
  const answer = await page.request.get('/api/clinics/downtown-medspa/errors');
  const { items } = (await answer.json()) as { items: { where: string; kind: string }[] };
  expect(items).toContainEqual(expect.objectContaining({ kind: 'TypeError', where: 'planted.js:12:34, /dashboard/{}' }));
  expect(JSON.stringify(items)).not.toContain('Ruiz');
});
