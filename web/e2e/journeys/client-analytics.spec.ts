import { readFile } from 'node:fs/promises';
import { expect, test } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const DEMO = '/dashboard/client/downtown-medspa';
/** The first page after a login brings its scripts, and the server derives what has changed. */
const SLOWLY = { timeout: 20_000 };
/** Spec §2, Client dashboard. */
const FIGURES = ['74', '$13,450', '61%', '2.3s', '78%', '4.8/5', '$2,840'];

function shifted(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);
}

test('the demo practice’s rows give the specification’s figures, and the filters narrow all of it', async ({ page }) => {
  await openSignedIn(page, '/dashboard', 'group');
  await page.getByRole('link', { name: 'Demo Client Dashboard' }).click();
  await expect(page).toHaveURL(DEMO);
  const figures = page.locator('main dl');
  await expect(figures).toContainText('$13,450', SLOWLY);
  await expect(figures.locator('dt + dd')).toHaveText(FIGURES);
  await expect(figures).toContainText('Industry average 45%');
  await expect(page.getByText('Welcome, group@downtown-medspa.example').first()).toBeAttached();

  for (const [label, options] of [
    ['Select Location', ['All locations', 'Main Office', 'Downtown Branch', 'Westside Clinic']],
    ['Select Service', ['All services', 'Botox', 'Dermal Fillers', 'Laser Treatments', 'Facial Treatments']],
    ['Date Range', ['Last 7 days', 'Last 30 days', 'Last 3 months', 'This year', 'Custom dates']],
  ] as const) {
    await expect(page.getByLabel(label).getByRole('option')).toHaveText([...options]);
  }
  await page.getByLabel('Select Location').selectOption('Westside Clinic');
  await expect(page).toHaveURL(/location=westside_clinic/);
  await expect(figures).not.toContainText('$13,450');
  await page.reload();
  await expect(page.getByLabel('Select Location')).toHaveValue('westside_clinic');
  await page.getByLabel('Select Location').selectOption('All locations');
  await expect(figures).toContainText('$13,450');

  const services = page.getByRole('region', { name: 'Revenue by service' }).getByRole('img');
  await page.getByLabel('Select Service').selectOption('Botox');
  await expect(page).toHaveURL(/service=botox/);
  await expect(figures).not.toContainText('$13,450');
  await expect(services).toHaveCount(1);
  await expect(services).toHaveAccessibleName(/^Botox: /);
  await page.getByLabel('Select Service').selectOption('All services');
  await expect(figures).toContainText('$13,450');

  await page.getByLabel('Date Range').selectOption('Last 7 days');
  await expect(page).toHaveURL(/range=7d/);
  await expect(figures).not.toContainText('$13,450');

  await page.getByLabel('Date Range').selectOption('Custom dates');
  const first = page.getByLabel('First day');
  const last = await page.getByLabel('Last day').inputValue();
  await first.fill(shifted(await first.inputValue(), -23)); // thirty days, as at first
  await expect(figures).toContainText('$13,450');
  await expect(figures.getByText(/^(Up|Down) from \S+$/).first()).toBeVisible();
  await expect(page.getByText(/^Compared with /)).toBeVisible();
  await first.fill(shifted(last, 1));
  await expect(page.getByText('The first day comes after the last')).toBeVisible();
});

test('a chart is walked by keyboard, read as a table and taken along; logging out leaves the page', async ({ page }) => {
  await openSignedIn(page, DEMO, 'readonly');
  const chart = page.getByRole('region', { name: 'Revenue by service' });
  await expect(chart).toBeVisible(SLOWLY);
  await chart.getByRole('img').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(chart.getByRole('img').nth(1)).toBeFocused();

  const [table] = await Promise.all([page.waitForEvent('download'), chart.getByRole('button', { name: /^Save as CSV/ }).click()]);
  expect(await readFile(await table.path(), 'utf8')).toMatch(/^Service,Revenue\r\n/);
  const [picture] = await Promise.all([page.waitForEvent('download'), chart.getByRole('button', { name: /^Save as image/ }).click()]);
  expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG');

  await chart.getByRole('button', { name: /^Show as a table/ }).click();
  await expect(chart.getByRole('columnheader')).toHaveText(['Service', 'Revenue']);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print report' })).toBeHidden();
  await expect(page.getByText('All locations · All services')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes, Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(DEMO);
  await expect(page).toHaveURL(/\/login/);
});

test('another practice is refused; what fails can be tried again', async ({ page }) => {
  await openSignedIn(page, '/dashboard/client/harbor-dental');
  await expect(page.getByRole('heading', { name: 'Access Error' })).toBeVisible(SLOWLY);
  await expect(page.getByText('Access denied to this clinic dashboard')).toBeVisible();

  await page.route('**/api/client-analytics/**', (route) => route.abort());
  await page.goto(DEMO);
  await expect(page.getByRole('heading', { name: 'Access Error' })).toBeVisible(SLOWLY);
  await page.unroute('**/api/client-analytics/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('$13,450')).toBeVisible(SLOWLY);
});

test('the client dashboard has nothing that axe objects to', async ({ page }) => {
  await openSignedIn(page, DEMO, 'readonly');
  await expect(page.getByRole('region', { name: 'From due to treated' })).toBeVisible(SLOWLY);
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Show as a table: Calls by hour and outcome' }).click();
  await expectGoodInBothThemes(page);
});
