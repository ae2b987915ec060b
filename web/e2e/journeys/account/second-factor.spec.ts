import { expect, test } from '../../test';
import { Clinic } from '../steps/clinic';
import { Newcomer, Office } from '../steps/newcomer';

test('after the password a code is due, and nothing opens without it', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Mara Ilic');
  const app = await who.useAuthenticator(browser);
  await page.goto('/login?next=/dashboard/downtown-medspa%3Fdate%3D2026-07-21');
  await new Clinic(page).fillLogin(who);
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  expect((await page.request.get('/api/clinics/downtown-medspa')).status()).toBe(401);

  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toHaveText('That code is not right.');
  await page.getByLabel('Code').fill(app.code());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/dashboard/downtown-medspa?date=2026-07-21');
});

test('a recovery code opens the door once, for somebody without the phone', async ({ browser }) => {
  const who = await Newcomer.join(browser, 'Felix Oduya');
  const app = await who.useAuthenticator(browser);
  expect(app.recoveryCodes).toHaveLength(10);
  const giveRecoveryCode = async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto('/login');
    await new Clinic(page).fillLogin(who);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(app.recoveryCodes[0]!);
    await page.getByRole('button', { name: 'Verify' }).click();
    return page;
  };
  await expect(await giveRecoveryCode()).toHaveURL(/\/dashboard\/downtown-medspa/);
  const page = await giveRecoveryCode();
  await expect(page.getByRole('alert')).toHaveText('That code is not right.');
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect.poll(async () => (await page.request.get('/api/session')).status()).toBe(401);
});

test('where a practice asks for a second factor, whoever has none is led to where it is set up', async ({ page, browser }) => {
  const group = await Office.signIn(browser, { email: 'group@downtown-medspa.example', password: 'clear-skin-clear-line' });
  const lead = await Newcomer.join(browser, 'Ruth Achebe', { inviter: group, role: 'owner', clinic: 'harbor-dental' });
  const app = await lead.useAuthenticator(browser);
  const who = await Newcomer.join(browser, 'Emil Sand', { inviter: group, clinic: 'harbor-dental' });
  const rules = await Office.signIn(browser, lead);
  await rules.send('post', '/api/session/second-factor', { method: 'totp', code: app.code() });
  await rules.send('patch', '/api/clinics/harbor-dental/security', { require_second_factor: true });
  try {
    await page.goto('/login?next=/dashboard/harbor-dental');
    await new Clinic(page).fillLogin(who);
    await expect(page).toHaveURL('/account/security');
    for (const path of ['/dashboard', '/dashboard/harbor-dental']) {
      await page.goto(path);
      await expect(page).toHaveURL('/account/security');
    }
  } finally {
    await rules.send('patch', '/api/clinics/harbor-dental/security', { require_second_factor: false });
  }
});
