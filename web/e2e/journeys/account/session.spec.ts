import { expect, test } from '../../test';
import { Clinic } from '../steps/clinic';
import { openSignedIn, signIn } from '../steps/signed-in';

test('a session that expires in mid-page leads to the login, and from there back to the same page', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const { page } = clinic;
  await clinic.appointments.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/date=/);
  const address = page.url();

  await page.context().clearCookies();
  // Whatever asks next finds the session gone: this press, or the page itself, which has then left by now.
  await clinic.appointments.getByRole('button', { name: 'Next day' }).click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page).toHaveURL(/\/login/);
  await clinic.fillLogin();
  await expect(page).toHaveURL(new RegExp(`/dashboard/downtown-medspa\\?date=`));
  expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
  await expect(clinic.history.getByRole('row').nth(1)).toBeVisible();
});

test('a person signed out from another device is told why on the login page', async ({ page, browser, baseURL }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/calendar', 'provider');
  await expect(page.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  await signIn(elsewhere, 'provider');
  await elsewhere.request.delete('/api/sessions', { headers: { origin: baseURL ?? '' } });
  await elsewhere.close();
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('You were logged out from another device.');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
});

test('logging out asks first, and signs out the other tab too', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const other = await clinic.page.context().newPage();
  await other.goto('/dashboard/downtown-medspa');
  await expect(other.getByRole('heading', { name: 'Welcome to Downtown Medspa' })).toBeVisible();

  const { page } = clinic;
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Confirm Logout' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(clinic.history).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Confirm Logout' }).getByRole('button', { name: 'Yes, Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);

  await page.goto('/dashboard/downtown-medspa');
  await expect(page).toHaveURL(/\/login/);
});

test('a wrong password and an unknown user get the same answer', async ({ page }) => {
  const clinic = new Clinic(page);
  for (const email of ['owner@downtown-medspa.example', 'nobody@downtown-medspa.example']) {
    await page.goto('/login');
    await clinic.fillLogin({ email, password: 'not-this-one' });
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
  }
});
