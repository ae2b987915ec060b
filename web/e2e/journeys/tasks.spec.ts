import { expect, test } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

test('the front desk works the queue by keyboard, with conversation and patient beside each task', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/tasks?kind=call_back', 'frontdesk');
  const queue = page.getByRole('region', { name: 'Queue' });
  const task = page.getByRole('region', { name: 'Task' });
  const rows = queue.locator('[data-task]');
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Tasks \d+ open tasks$/ })).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const name = await rows.first().locator('.font-semibold').innerText();
  await expect(task.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(task.getByRole('region', { name: 'Conversation' })).toContainText('Transcript');
  await expect(task.getByRole('complementary', { name: 'Patient' })).toContainText('Next visit');
  await expect(task.getByRole('link', { name: /^Call \(/ })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: /^Me/ }).click();
  await expect(task).toContainText('Assigned to Riley Santos');

  const mine = rows.filter({ hasText: name });
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
