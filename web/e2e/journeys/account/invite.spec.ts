import { expect, test } from '../../test';
import { Newcomer, Office } from '../steps/newcomer';

test('an invited person chooses a password and stands in the practice', async ({ page, browser }) => {
  const owner = await Office.signIn(browser);
  const who = new Newcomer('Priya Raman');
  const link = await owner.invite(who.email);
  expect(link).toContain('#type=invite&token=');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Create Your Password' })).toBeVisible();
  await expect(page).toHaveURL(/\/accept-invite$/);
  await expect(page.getByText('Downtown Medspa invites you as Front Desk')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(who.email);
  await expect(page.getByRole('button', { name: 'Set Password' })).toBeDisabled();

  await page.getByLabel('Your name').fill(who.name);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error setting password: Password must be at least 8 characters long');
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page).toHaveURL('/dashboard/downtown-medspa');
  await expect(page.getByText(who.email).first()).toBeVisible();

  const later = await (await browser.newContext()).newPage();
  await later.goto(link);
  await expect(later.getByRole('alert')).toHaveText('Invalid or expired invite link');
});

test('somebody with an account joins another practice with the password they have', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Jonas Weber');
  const group = await Office.signIn(browser, { email: 'group@downtown-medspa.example', password: 'clear-skin-clear-line' });
  const link = await group.invite(who.email, 'read_only', 'harbor-dental');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Log In to Join' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Log In and Join' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Log In and Join' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: /Harbor/ })).toBeVisible();
});

test('an invite that was taken back opens nothing', async ({ page, browser }) => {
  const owner = await Office.signIn(browser);
  const who = new Newcomer('Ada Quist');
  const link = await owner.invite(who.email);
  const { items } = (await (await owner.request.get('/api/clinics/downtown-medspa/invites')).json()) as {
    items: { id: string; email: string }[];
  };
  await owner.send('delete', `/api/clinics/downtown-medspa/invites/${items.find(({ email }) => email === who.email)!.id}`);
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired invite link');
});

test('an address without a token, or with one that nobody made, is told apart', async ({ page }) => {
  await page.goto('/accept-invite');
  await expect(page.getByRole('alert')).toHaveText('Missing or invalid invite token');
  await page.goto('about:blank');
  await page.goto('/accept-invite#type=invite&token=made-up');
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired invite link');
  await expect(page).toHaveURL(/\/accept-invite$/);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});
