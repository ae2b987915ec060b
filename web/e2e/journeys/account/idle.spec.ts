import { expect, test, type BrowserContext, type Page } from '../../test';
import { Clinic } from '../steps/clinic';
import { expectDialogGoodInBothThemes } from '../steps/every-width';
import { openSignedIn } from '../steps/signed-in';

const HOME = '/dashboard/downtown-medspa';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** A page whose clock the journey turns: a quarter of an hour in a moment. */
async function logIn(page: Page): Promise<Clinic> {
  await page.clock.install();
  const clinic = new Clinic(page);
  await openSignedIn(page, HOME);
  await expect(clinic.history.getByRole('row').nth(1)).toBeVisible();
  return clinic;
}

/** Another tab of the same browser: the clock that a journey turns is that of all its tabs. */
async function openAnother(context: BrowserContext): Promise<Page> {
  const other = await context.newPage();
  await other.goto(HOME);
  await expect(other.getByRole('heading', { name: 'Welcome to Downtown Medspa' })).toBeVisible();
  return other;
}

test('a reader is warned one minute before the end, and stays by saying so', async ({ page }) => {
  await logIn(page);
  await page.clock.fastForward('13:30');
  await expect(dialog(page)).toBeHidden();
  await page.clock.fastForward('00:40');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('timer')).toHaveText(/^0:\d\d$/);
  await expect(dialog(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  const touched = page.waitForResponse((response) => response.url().endsWith('/api/session/touch'));
  await page.keyboard.press('Enter');
  expect((await touched).status()).toBe(204);
  await expect(dialog(page)).toBeHidden();
  await page.clock.fastForward('05:00');
  await expect(page).toHaveURL(HOME);
});

test('somebody who does not come back is logged out, told why, and led back after the login', async ({ page, context }) => {
  const clinic = await logIn(page);
  await page.clock.fastForward('14:10');
  await expect(dialog(page)).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(page).toHaveURL(/\/login\?next=.*&ended=idle$/);
  await expect(page.getByRole('status')).toHaveText('You were logged out due to inactivity.');
  expect((await context.request.get('/api/session')).status()).toBe(401);
  await clinic.fillLogin();
  await expect(page).toHaveURL(HOME);
});

test('somebody busy in another tab is not warned in this one', async ({ page, context }) => {
  await logIn(page);
  const other = await openAnother(context);
  await context.clock.fastForward('14:10');
  await expect(dialog(page)).toBeVisible();
  await dialog(other).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog(page)).toBeHidden();
  // Nearly half an hour after anybody touched this one.
  await context.clock.fastForward('13:30');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(HOME);
  await context.clock.fastForward('00:40');
  await expect(dialog(page)).toBeVisible();
});

test('nobody comes back to two tabs: both say why they ended', async ({ page, context }) => {
  await logIn(page);
  const other = await openAnother(context);
  await context.clock.fastForward('14:10');
  for (const tab of [page, other]) await expect(dialog(tab)).toBeVisible();
  await context.clock.fastForward('01:00');
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login\?next=.*&ended=idle$/);
    await expect(tab.getByRole('status')).toHaveText('You were logged out due to inactivity.');
  }
});

test('the warning can end the session at once, in every tab', async ({ page, context }) => {
  await logIn(page);
  const other = await openAnother(context);
  await context.clock.fastForward('14:10');
  await dialog(page).getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
});

test('the warning has nothing that axe objects to', async ({ page }) => {
  await logIn(page);
  await page.clock.fastForward('14:02');
  await expect(dialog(page)).toBeVisible();
  await expectDialogGoodInBothThemes(page);
});
