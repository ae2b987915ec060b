import { expect, test } from '../test';
import { openSignedIn } from './steps/signed-in';

test('a figure says its period and opens its list, a closed day leads on, and the analytics lead back', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa?date=2026-11-22');
  const visits = page.getByRole('region', { name: 'Appointments' });
  await visits.getByRole('button', { name: /^Show Monday/ }).click();
  await expect(visits.getByText(/^Monday, November 23/)).toBeVisible();

  await expect(page.getByText(/^Last 30 days/)).toHaveCount(2);
  await page.getByRole('link', { name: 'Call Volume' }).click();
  await expect(page.getByRole('region', { name: 'Calls' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Client Analytics' }).click();
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Downtown Medspa' })).toBeVisible();
});
