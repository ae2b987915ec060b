import { expect, test } from '../../test';
import { Installation } from '../steps/installation';

test('a new installation gets its first practice by the code that its server printed, once', async ({ browser }) => {
  const installation = await Installation.start();
  try {
    const context = await browser.newContext({ baseURL: installation.origin, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto('/first-run');
    await page.getByLabel('One-time code').fill('not-the-code');
    await page.getByLabel('Practice', { exact: true }).fill('Harbor Skin');
    await page.getByLabel('Practice time zone').selectOption('America/New_York');
    await page.getByLabel('Your name').fill('Dana Reyes');
    await page.getByLabel('Email').fill('dana@harbor-skin.example');
    await page.getByLabel('Password', { exact: true }).fill('seven quiet lanterns');
    await page.getByRole('button', { name: 'Set Up Mia' }).click();
    await expect(page.getByRole('alert')).toContainText('That code is not right.');

    await page.getByLabel('One-time code').fill(installation.code);
    await page.getByRole('button', { name: 'Set Up Mia' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Harbor Skin/ })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Clinic Administrator').first()).toBeVisible();
    const [session] = (await context.cookies()).filter(({ name }) => name.includes('session'));
    expect(session).toMatchObject({ name: '__Host-mia_session', secure: true, httpOnly: true, path: '/' });

    const later = await (await browser.newContext({ baseURL: installation.origin, ignoreHTTPSErrors: true })).newPage();
    await later.goto('/first-run');
    await expect(later.getByRole('heading', { name: 'Mia Is Set Up' })).toBeVisible();
  } finally {
    await installation.stop();
  }
});
