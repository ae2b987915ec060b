import { expect, test, type Page } from '../../test';
import { Clinic } from '../steps/clinic';
import { Authenticator, Newcomer } from '../steps/newcomer';
import { openSignedIn } from '../steps/signed-in';

const SECURITY = '/account/security';
const HOME = /\/dashboard\/downtown-medspa/;

async function logInAt(page: Page, who: Newcomer, next = SECURITY): Promise<void> {
  await page.goto(`/login?next=${next}`);
  await new Clinic(page).fillLogin(who);
}

/** Signs out without a visit to the server's side: as a browser that was closed and lost its cookies. */
async function comeBackLater(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

test('an authenticator app is set up by its key, shows recovery codes once, and is asked for at the next login', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Lena Fischer');
  await openSignedIn(page, SECURITY, who);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const drawn = await dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  expect(drawn).toBeGreaterThan(0);
  const app = await Authenticator.holding(await dialog.getByRole('code').innerText(), page.request);
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('That code is not right.');
  await dialog.getByLabel('Code from the app').fill(app.code());
  await dialog.getByRole('button', { name: 'Turn on' }).click();

  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const first = await codes.getByRole('listitem').first().innerText();
  await page.keyboard.press('Escape');
  await expect(codes).toBeVisible();
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('mia-recovery-codes.txt');
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 left')).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);

  await comeBackLater(page);
  await logInAt(page, who, '/dashboard/downtown-medspa');
  await page.getByLabel('Code').fill(app.code());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(HOME);
});

test('a passkey is made by the browser and opens the door', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Tomas Vega');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });

  // Passkeys belong to a name; an address of numbers has none.
  const { port } = new URL(process.env['E2E_URL'] ?? '');
  const at = (path: string) => `http://localhost:${port}${path}`;
  await page.goto(at(`/login?next=${SECURITY}`));
  await new Clinic(page).fillLogin(who);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Front desk Mac');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('Front desk Mac', { exact: true })).toBeVisible();
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('The same again');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for your account.');

  await comeBackLater(page);
  await page.goto(at('/login'));
  await new Clinic(page).fillLogin(who);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(HOME);
  await page.goto(at(SECURITY));
  await page.getByRole('button', { name: 'Remove the passkey Front desk Mac' }).click();
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove the passkey Front desk Mac' })).toHaveCount(0);
});

test('a device is signed out from another one, and then all of them', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Salma Idris');
  const phone = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1',
  });
  const onPhone = await phone.newPage();
  await openSignedIn(onPhone, '/dashboard/downtown-medspa', who);
  await expect(onPhone).toHaveURL(HOME);
  await openSignedIn(page, SECURITY, who);
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  await devices.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await page.getByRole('button', { name: 'Yes, sign out' }).click();
  await expect(devices.getByText('Safari on iPhone')).toHaveCount(0);
  await onPhone.reload();
  await expect(onPhone).toHaveURL(/\/login/);

  await devices.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Yes, sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(SECURITY);
  await expect(page).toHaveURL(/\/login/);
});

test('a new password takes the place of the old one, and other devices are out', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Owen Clarke');
  const other = await (await browser.newContext()).newPage();
  await openSignedIn(other, '/dashboard/downtown-medspa', who);
  await expect(other).toHaveURL(HOME);
  await openSignedIn(page, SECURITY, who);
  const change = async (current: string, password: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not-my-password', 'quiet lantern orchard');
  await expect(page.getByRole('alert')).toHaveText('The current password is not right.');
  await change(who.password, 'password1');
  await expect(page.getByRole('alert')).toHaveText('This password is too common. Please choose another.');
  await change(who.password, 'quiet lantern orchard');
  await expect(page.getByText(/^Password changed/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your security' })).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
});
