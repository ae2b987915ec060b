import { expect, test } from '../test';
import { openSignedIn } from './steps/signed-in';

/** The next Sunday, on which the demo practice is closed. */
function comingSunday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7 - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}

test('a figure says its period and opens its list, a closed day leads on, and the analytics lead back', async ({ page }) => {
  await openSignedIn(page, `/dashboard/downtown-medspa?date=${comingSunday()}`);
  const visits = page.getByRole('region', { name: 'Appointments' });
  const open = visits.getByRole('button', { name: /^Show \w+day, / });
  const day = (await open.innerText()).replace('Show ', '');
  await open.click();
  await expect(visits.getByText(new RegExp(`^${day}`))).toBeVisible();

  await visits.getByRole('listitem').first().getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: 'Appointment' }).getByText('Status')).toBeVisible();
  await page.goBack();

  await expect(page.getByText(/^Last 30 days, (up|down|as)/)).toHaveCount(2);
  await expect(page.getByText(/^All time, [\d,]+ in 30 days$/)).toBeVisible();
  await expect(page.getByText(/^Overdue today, \$[\d,]+ new in 30 days$/)).toBeVisible();
  await page.getByRole('link', { name: 'Revenue Potential' }).click();
  await expect(page).toHaveURL(/patients\?group=overdue$/);
  await page.goBack();
  await page.getByRole('region', { name: 'Tasks' }).getByRole('link', { name: 'Open tasks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Call Volume' }).click();
  await expect(page.getByRole('region', { name: 'Calls' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Client Analytics' }).click();
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Downtown Medspa' })).toBeVisible();
});
