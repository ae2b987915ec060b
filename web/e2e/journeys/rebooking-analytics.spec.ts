import { expect, test } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const PAGE = '/dashboard/downtown-medspa/rebooking-analytics';

test('who is due, what that is worth and what contacts brought can be read, filtered and exported', async ({ page }) => {
  await openSignedIn(page, PAGE, 'readonly');
  await expect(page.getByRole('region', { name: 'Forecast' })).toContainText(/\$[\d,]+(\.\d\d)? potential × \d+\.\d% who book/);
  await expect(page.getByRole('region', { name: 'By channel' }).getByRole('row').nth(1)).toContainText('%');

  const charts = page.getByRole('region', { name: 'Due, overdue and lapsed by service' });
  await charts.getByRole('button', { name: /table/i }).click();
  await expect(charts.getByRole('row').nth(1)).toBeVisible();

  await page.getByLabel('Outreach in').selectOption('Twelve months');
  await expect(page).toHaveURL(`${PAGE}?months=12`);
  await page.reload();
  await expect(page.getByLabel('Outreach in')).toHaveValue('12');
});

test('the rebooking analytics has nothing that axe objects to', async ({ page }) => {
  await openSignedIn(page, PAGE);
  await expect(page.getByRole('region', { name: 'Forecast' })).toBeVisible();
  await expectGoodInBothThemes(page);
});
