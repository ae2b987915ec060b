import { readFile } from 'node:fs/promises';
import { expect, test } from '../../test';
import { Clinic } from '../steps/clinic';
import { openSignedIn } from '../steps/signed-in';

const LOG = '/dashboard/downtown-medspa/activity';

test('an owner sees who signed in and who was refused, narrows it by the address, and exports it', async ({ page, browser }) => {
  const stranger = new Clinic(await (await browser.newContext()).newPage());
  await stranger.page.goto('/login');
  await stranger.fillLogin({ email: 'frontdesk@downtown-medspa.example', password: 'not-this-one' });
  await expect(stranger.page.getByRole('alert')).toBeVisible();
  await stranger.fillLogin({ email: 'frontdesk@downtown-medspa.example', password: 'clear-skin-clear-line' });
  await expect(stranger.page).toHaveURL(/\/dashboard/);

  await openSignedIn(page, LOG);
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('listitem');
  await page.getByLabel('Action').selectOption('Sign in');
  await page.getByLabel('Person').selectOption('Riley Santos');
  await expect(page).toHaveURL(/action=session\.create&person=usr_/);
  await expect(entries.first()).toContainText('Riley Santos signed in');
  await expect(entries.first()).toContainText('from 127.0.0.1');
  await page.getByLabel('Outcome').selectOption('Denied');
  await expect(entries.first()).toContainText('Riley Santos tried to sign in');
  await expect(entries.filter({ hasNotText: 'Denied' })).toHaveCount(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('activity-log-downtown-medspa.csv');
  const lines = (await readFile((await file.path()) ?? '', 'utf8')).trim().split('\r\n');
  expect(lines[0]).toBe('Time (UTC),Who,Action,Object,Object ids,Outcome,Address,Session');
  expect(lines.slice(1).every((line) => line.includes('Riley Santos,session.create') && line.includes(',denied,127.0.0.1,'))).toBe(true);

  await page.reload();
  await expect(page.getByLabel('Outcome')).toHaveValue('denied');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(LOG);
  await expect(entries.filter({ hasText: 'exported the activity log' }).first()).toBeVisible();
});

test('the log says whose record was opened, and how often, in one line', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/patients');
  const record = page.getByRole('region', { name: 'All records' }).getByRole('link').first();
  const name = await record.innerText();
  await record.click();
  const heading = page.getByRole('heading', { level: 1, name });
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  await page.goto(LOG);
  const opened = page.getByRole('listitem').filter({ hasText: `Elena Marchetti opened ${name}’s record` });
  await expect(opened).toHaveCount(1);
  await expect(opened).toContainText(/\d times since \d/);
});
