import { expect, test } from '../../test';
import { Caller } from '../steps/caller';
import { Clinic } from '../steps/clinic';

test('a caller in danger is told to call 911, and the team knows at once', async ({ page, browser }) => {
  const clinic = await Clinic.logIn(browser);
  const before = await clinic.tasksAbout('Emergency').count();
  const told = clinic.callsOf('Possible emergency'); // the demo adds contacts of its own above
  const toldBefore = await told.count();
  const caller = await Caller.open(page, 'ray');
  await caller.call();

  await caller.says('emergency');
  await caller.hears(/call 911/i);
  await expect(clinic.tasksAbout('Emergency')).toHaveCount(before + 1);

  await caller.hangsUp();
  await expect(told).toHaveCount(toldBefore + 1);
});
