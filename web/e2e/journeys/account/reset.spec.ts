import { expect, test, type Page } from '../../test';
import { Clinic } from '../steps/clinic';
import { countEmails, linkFromEmail } from '../steps/mailbox';
import { Newcomer } from '../steps/newcomer';

const VOID = 'Invalid or expired reset link. Please try again.';

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Link Sent!' })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Update Password' }).click();
}

test('a forgotten password is replaced by way of an email, and every session of the old one ends', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Noor Haddad');
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/login');
  await new Clinic(elsewhere).fillLogin(who);
  await expect(elsewhere).toHaveURL(/\/dashboard\/downtown-medspa/);

  await askForLink(page, who.email);
  const link = await linkFromEmail(page.request, who.email, '/reset-password');
  expect(link).toContain('#access_token=');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url(), request.headers()['referer'] ?? ''));
  await page.goto(link);
  await expect(page.getByLabel('New password')).toBeFocused();
  await expect(page).toHaveURL(/\/reset-password$/);
  const secrets = [...new URLSearchParams(new URL(link).hash.slice(1)).entries()].filter(([name]) => name.endsWith('_token'));
  expect(secrets).toHaveLength(2);
  for (const [, secret] of secrets) {
    expect(requested.join(' ')).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
  }

  await expect(page.getByRole('button', { name: 'Update Password' })).toBeDisabled();
  await choose(page, 'seven77');
  await expect(page.getByRole('alert')).toHaveText('Password must be at least 8 characters long');
  await choose(page, 'password123');
  await expect(page.getByRole('alert')).toHaveText('This password is too common. Please choose another.');
  await page.reload();
  await choose(page, 'lantern moss seventeen');
  await expect(page.getByRole('heading', { name: 'Password Updated!' })).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);

  await new Clinic(page).fillLogin(who);
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
  await new Clinic(page).fillLogin({ email: who.email, password: 'lantern moss seventeen' });
  await expect(page).toHaveURL(/\/dashboard\/downtown-medspa/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
});

test('a link works once, and a newer one takes its place', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Tomas Lind');
  await askForLink(page, who.email);
  const older = await linkFromEmail(page.request, who.email, '/reset-password');
  await askForLink(page, who.email);
  await expect.poll(() => countEmails(page.request, who.email, '/reset-password')).toBe(2);
  const newer = await linkFromEmail(page.request, who.email, '/reset-password');

  await page.goto(older);
  await expect(page.getByRole('alert')).toHaveText(VOID);
  await page.goto(newer); // the same page with another link behind the `#`
  await expect(page.getByLabel('New password')).toBeVisible();
  const second = await (await browser.newContext()).newPage();
  await second.goto(newer);
  await expect(second.getByRole('alert')).toHaveText(VOID);
  await second.getByRole('link', { name: 'Request a new link' }).click();
  await expect(second.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
});

test('a link without its halves says what it found, and not what it was', async ({ page }) => {
  await page.goto('/reset-password?type=recovery#access_token=planted-secret&other-secret=1');
  await expect(page.getByRole('alert')).toHaveText('No reset tokens found');
  await expect(page.getByText('Found in the address: hash: access_token, 1 unknown; query: type')).toBeVisible();
  expect(await page.content()).not.toMatch(/planted-secret|other-secret/);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('a made-up link is refused, also with its halves behind the question mark', async ({ page }) => {
  for (const before of ['#', '?']) {
    await page.goto('about:blank');
    await page.goto(`/reset-password${before}access_token=made-up&refresh_token=made-up&type=recovery`);
    await expect(page.getByRole('alert')).toHaveText(VOID);
    await expect(page).toHaveURL(/\/reset-password$/);
  }
});

test('an address without an account gets the same answer, and no email', async ({ page }) => {
  await askForLink(page, 'nobody@downtown-medspa.example');
  expect(await countEmails(page.request, 'nobody@downtown-medspa.example', '/reset-password')).toBe(0);
});

test('a server that does not answer is told apart from a link that does not work', async ({ page, context }) => {
  await context.route('**/api/password-resets**', (route) => route.abort());
  await page.goto('/login#forgot-password');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill('nobody@downtown-medspa.example');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred. Please try again.');

  await context.route('**/api/password-resets/exchange', (route) => route.abort());
  await page.goto('/reset-password#access_token=a&refresh_token=b');
  await expect(page.getByRole('alert')).toHaveText('Error processing reset link.');
  await context.route('**/api/password-resets/exchange', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await context.route('**/api/password-resets/password', (route) => route.fulfill({ status: 500 }));
  await choose(page, 'lantern moss seventeen');
  await expect(page.getByRole('alert')).toHaveText('Failed to update password. Try again.');
});
