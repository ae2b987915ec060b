import { expect, test } from '../../test';
import { openSignedIn } from '../steps/signed-in';

const PLACES: Record<string, string[]> = {
  owner: ['Team', 'Activity log', 'API tokens', 'Support'],
  manager: ['Team', 'API tokens'],
  frontdesk: [],
  provider: [],
  readonly: [],
};
const DENIED = 'Your role does not allow this.';

for (const [login, places] of Object.entries(PLACES)) {
  test(`${login} finds ${places.join(', ') || 'no page of the administration'} in the navigation, and no more by its address`, async ({ page }) => {
    await openSignedIn(page, '/dashboard/downtown-medspa', login);
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await expect(navigation.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expect(navigation.getByRole('link', { name: 'Your security' })).toBeVisible();
    for (const [place, path] of [['Team', 'team'], ['Activity log', 'activity'], ['API tokens', 'api-tokens'], ['Support', 'support']] as const) {
      await expect(navigation.getByRole('link', { name: place })).toHaveCount(places.includes(place) ? 1 : 0);
      await page.goto(`/dashboard/downtown-medspa/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
      if (places.includes(place)) await expect(page.getByText(DENIED)).toHaveCount(0);
      else await expect(page.getByText(DENIED).first()).toBeVisible();
    }
  });
}

test('a manager neither touches an administrator nor makes one, and sets no rules', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/team', 'manager');
  await expect(page.getByRole('button', { name: 'Manage Riley Santos' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Manage Elena Marchetti' })).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await expect(page.getByRole('radio', { name: /^Clinic Administrator/ })).toHaveCount(0);
});

test('on a phone the places are in a bar within reach and in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, '/dashboard/downtown-medspa');
  const bar = page.getByRole('navigation', { name: 'Main pages' });
  await expect(bar.getByRole('link')).toHaveCount(4);
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
