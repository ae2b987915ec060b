import { expect, test } from '@playwright/test';
import { Caller } from './caller';
import { Clinic } from './clinic';

test('a caller in danger is told to call 911, and the team has an urgent task at once', async ({ page, browser }) => {
  const clinic = await Clinic.logIn(browser);
  const before = await clinic.tasksAbout('Emergency').count();
  const caller = await Caller.open(page, 'joe');
  await caller.call();

  await caller.says('emergency');
  await caller.hears(/call 911/i);
  await expect(clinic.tasksAbout('Emergency')).toHaveCount(before + 1);

  await caller.hangsUp();
  const call = clinic.history.getByRole('row').nth(1);
  await expect(call).toContainText('Possible emergency');
});
