import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../../test';
import { openSignedIn } from '../steps/signed-in';

const HELPER = { email: 'owner@downtown-medspa.example', password: 'clear-skin-clear-line' };
const REASON = 'The evening hours are not answered';
const data = process.env['E2E_DATA'];

/** Lets somebody of the platform into a practice that they do not belong to, as its operator does. */
async function letSupportIn(): Promise<void> {
  const wish = ['--clinic', 'harbor-dental', '--user', HELPER.email, '--reason', REASON, '--minutes', '30'];
  const env = { ...process.env, MIA_DATA_DIR: data, MIA_PORT: new URL(process.env['E2E_URL'] ?? '').port };
  await promisify(execFile)('.venv/bin/mia', ['support', 'open', ...wish], { cwd: '..', env });
}

test('an owner sees support come in, with its reason, and shows it out', async ({ page, browser }) => {
  test.skip(!data, 'Only on the machine of the product, with its data, can its operator let support in.');
  await letSupportIn();
  const guest = await (await browser.newContext()).newPage();
  await openSignedIn(guest, '/dashboard/harbor-dental', HELPER);
  await expect(guest.getByRole('heading', { level: 1, name: /Harbor/ })).toBeVisible();

  await openSignedIn(page, '/dashboard/harbor-dental/support', 'group');
  const visit = page.getByRole('region', { name: 'Support access' }).getByRole('listitem').filter({ hasText: 'Open' });
  await expect(visit).toContainText(`Elena Marchetti`);
  await expect(visit).toContainText(REASON);
  await visit.getByRole('button', { name: 'End access' }).click();
  await page.getByRole('button', { name: 'Yes, end it' }).click();
  await expect(visit).toHaveCount(0);
  await guest.goto('/dashboard/harbor-dental');
  await expect(guest.getByText('Access denied to this clinic dashboard')).toBeVisible();
});
