import { expect, test } from '../test';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

test('the front desk works the queue by keyboard, with conversation and patient beside each task', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/tasks?kind=call_back', 'frontdesk');
  const queue = page.getByRole('region', { name: 'Queue' });
  const task = page.getByRole('region', { name: 'Task' });
  const rows = queue.locator('[data-task]');
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Tasks \d+ open tasks$/ })).toBeVisible();

  await page.keyboard.press('j');
  // By what it is, and not by its place or name: new tasks come on top, and someone may have several.
  const id = await queue.locator('[data-task][aria-pressed=true]').getAttribute('data-task');
  const mine = queue.locator(`[data-task="${id}"]`);
  await page.keyboard.press('j');
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('k');
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  const name = await mine.locator('.font-semibold').innerText();
  await expect(task.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(task.getByRole('region', { name: 'Conversation' })).toContainText('Transcript');
  await expect(task.getByRole('complementary', { name: 'Patient' })).toContainText('Next visit');
  await expect(task.getByRole('group', { name: 'Reach' }).getByRole('link', { name: 'Call' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: /^Me/ }).click();
  await expect(task).toContainText('Assigned to Riley Santos');

  await queue.getByLabel('Owner').selectOption('Me');
  await expect(rows.filter({ hasNotText: 'Riley Santos' })).toHaveCount(0);
  await expect(mine).toHaveCount(1);
  await queue.getByLabel('Owner').selectOption('Anyone');
  await page.keyboard.press('s');
  const snooze = page.getByRole('dialog', { name: 'Snooze until' });
  await snooze.getByLabel('Day').fill('2027-12-01');
  await snooze.getByRole('button', { name: 'Set time' }).click();
  await expect(mine).toHaveCount(0);
  await queue.getByRole('button', { name: 'Snoozed' }).click();
  await mine.click();
  await task.getByRole('button', { name: 'Wake' }).click();
  await expect(mine).toHaveCount(0);

  await queue.getByRole('button', { name: 'Open' }).click();
  await mine.click();
  await page.keyboard.press('e');
  await expect(mine).toHaveCount(0);
  await expect(page.getByText('Done: Call back')).toBeVisible();
  await queue.getByRole('button', { name: 'Done', exact: true }).click();
  await mine.click();
  await task.getByRole('button', { name: 'Reopen' }).click();
  await queue.getByRole('button', { name: 'Open' }).click();
  await expect(mine).toBeVisible();
});

test('filters of the queue are saved as a view that a colleague opens with one press', async ({ page, browser }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/tasks', 'frontdesk');
  const queue = page.getByRole('region', { name: 'Queue' });
  await expect(queue.locator('[data-task]').first()).toBeVisible();
  await queue.getByLabel('Kind').selectOption('Call back');
  await queue.getByLabel('Owner').selectOption('Unassigned');
  await expect(page).toHaveURL(/kind=call_back&owner=none/);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Call-backs to take');
  await dialog.getByLabel('Share with everyone at the practice').check();
  await expectDialogGoodInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Saved as Call-backs to take.')).toBeVisible();

  const colleague = await browser.newPage();
  await openSignedIn(colleague, '/dashboard/downtown-medspa/tasks', 'manager');
  const theirs = colleague.getByRole('region', { name: 'Queue' });
  await colleague.getByRole('button', { name: /^Call-backs to take/ }).click();
  await expect(theirs.getByLabel('Kind')).toHaveValue('call_back');
  await expect(theirs.getByLabel('Owner')).toHaveValue('none');
  await expect(theirs.locator('[data-task]').first()).toContainText('Call back');
  await expect(theirs.locator('[data-task]').filter({ hasNotText: 'Call back' })).toHaveCount(0);
  await colleague.close();

  await page.getByRole('button', { name: 'Delete the view Call-backs to take' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByRole('button', { name: /^Call-backs to take/ })).toHaveCount(0);
});
