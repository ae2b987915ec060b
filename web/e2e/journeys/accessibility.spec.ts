import { expect, test } from '../test';
import { Clinic } from './steps/clinic';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn, signIn } from './steps/signed-in';

/** Each page with what shows that it has loaded, and what opens the forms on it. */
const PAGES: [path: string, region: string, ...openers: (string | RegExp)[]][] = [
  ['/dashboard/downtown-medspa/team', 'Members', 'Invite someone', /^Manage/],
  ['/dashboard/downtown-medspa/leads', 'Pipeline', 'New lead'],
  ['/dashboard/downtown-medspa/activity', 'Entries'],
  ['/dashboard/downtown-medspa/api-tokens', 'Tokens', 'New token'],
  ['/dashboard/downtown-medspa/support', 'Support access'],
  ['/account/security', 'Devices', 'Add a passkey'],
];
const NOTHING = /^(No tokens yet|No support access yet)$/;

test('the dashboard has nothing that axe objects to', async ({ page }) => {
  const clinic = new Clinic(page);
  await openSignedIn(page, '/dashboard/downtown-medspa');
  await expect(clinic.history.getByRole('row').nth(1)).toBeVisible();
  await expectGoodInBothThemes(page);

  await clinic.history.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectDialogGoodInBothThemes(page);
});

test('the pages of a practice and of an account have nothing that axe objects to', async ({ page }) => {
  await signIn(page.context());
  for (const [path, region, ...openers] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: region }).getByRole('listitem').or(page.getByText(NOTHING)).first()).toBeVisible();
    await expectGoodInBothThemes(page);
    for (const opener of openers) {
      await page.getByRole('button', { name: opener }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectDialogGoodInBothThemes(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
});
