import { expect, test } from '../../test';
import { openSignedIn } from '../steps/signed-in';

const FIGURES = '/api/clinics/downtown-medspa/overview';

test('a token is shown once, works for what it may do, and is worthless when revoked', async ({ page, playwright, baseURL }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/api-tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('dialog', { name: 'New token' });
  await form.getByLabel('Name').fill('Nightly report');
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByRole('alert')).toHaveText('Choose at least one permission.');
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy your token' });
  const token = await shown.getByRole('code').innerText();
  expect(token).toMatch(/^mia_/);
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'I saved it' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly report' });
  await expect(row).toContainText('Created by Elena Marchetti');
  await expect(row).toContainText('Not used yet');

  const program = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get(FIGURES)).status()).toBe(200);
  expect((await program.get('/api/clinics/downtown-medspa/members')).status()).toBe(403);
  await page.reload();
  await expect(row).toContainText('Used just now');
  await row.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(row).toHaveCount(0);
  expect((await program.get(FIGURES)).status()).toBe(401);
  await program.dispose();
});
