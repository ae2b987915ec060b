import { expect, test } from '../../test';
import { Clinic } from '../steps/clinic';
import { Newcomer, Office } from '../steps/newcomer';

const MEMBERS = '/api/clinics/downtown-medspa/members';

test('somebody who belongs to no practice any more is told whom to ask', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Olga Brandt');
  const owner = await Office.signIn(browser);
  const { items } = (await (await owner.request.get(MEMBERS)).json()) as { items: { id: string; email: string }[] };
  await owner.send('delete', `${MEMBERS}/${items.find(({ email }) => email === who.email)!.id}`);
  await page.goto('/login');
  await new Clinic(page).fillLogin(who);
  await expect(page.getByRole('alert')).toHaveText('Failed to load clinic. Please contact support.');
});

test('a browser that keeps no cookie is told that nobody is logged in', async ({ page, context }) => {
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    await context.clearCookies();
    const kept = Object.entries(response.headers()).filter(([name]) => name !== 'set-cookie');
    await route.fulfill({ response, headers: Object.fromEntries(kept) });
  });
  await page.goto('/login');
  await new Clinic(page).fillLogin();
  await expect(page.getByRole('alert')).toHaveText('You must be logged in.');
});

test('a server out of reach is an unexpected error, and the form is ready for another attempt', async ({ page }) => {
  await page.route('**/api/session', (route) => route.abort());
  await page.goto('/login');
  const clinic = new Clinic(page);
  await clinic.fillLogin();
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred. Please try again.');
  await page.unroute('**/api/session');
  await clinic.fillLogin();
  await expect(page).toHaveURL('/dashboard/downtown-medspa');
});

test('the password can be seen, and the door is as phones and password managers know it', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill('clear-skin-clear-line');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});
