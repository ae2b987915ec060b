import { expect, test } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { reachable } from './steps/recalls';
import { openSignedIn } from './steps/signed-in';

test('what staff work on all day has nothing that axe objects to', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa?group=all');
  const [name = ''] = await reachable(page, 'call', 1);
  const center = page.getByRole('region', { name: 'Patient Rebooking Center' });
  await center.getByPlaceholder('Search patients...').fill(name);
  await center.getByRole('radio', { name: `Select ${name}` }).first().click();
  await expect(center.getByRole('button', { name: 'Call with Mia' })).toBeEnabled();
  await center.getByPlaceholder('Search patients...').clear();
  await expectGoodInBothThemes(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await center.getByRole('button', { name: 'Call with Mia' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm AI Call' })).toBeVisible();
  await expectGoodInBothThemes(page);

  await page.goto('/dashboard/downtown-medspa/calls');
  await expect(page.getByRole('region', { name: 'Calls' }).getByRole('link').first()).toBeVisible();
  await expectGoodInBothThemes(page);

  await page.goto('/dashboard/downtown-medspa/messages');
  await expect(page.getByRole('region', { name: 'Conversations' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Page or command' })).toBeVisible();
  await expectGoodInBothThemes(page);

  await page.goto('/sandbox/phone');
  await expect(page.getByRole('region', { name: 'Clock' })).toBeVisible();
  await expectGoodInBothThemes(page);
});

test('the page over several clinics has nothing that axe objects to', async ({ page }) => {
  await openSignedIn(page, '/dashboard', 'group');
  await expect(page.getByRole('region', { name: 'Recent Treatments' }).getByRole('listitem')).toHaveCount(5);
  await expectGoodInBothThemes(page);
});
