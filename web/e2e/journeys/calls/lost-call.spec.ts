import { expect, test } from '../../test';
import { Caller } from '../steps/caller';
import { Clinic } from '../steps/clinic';
import { killMediaProcess } from '../steps/product';

test('when the media process dies the caller is told and can reconnect, and what was said is kept', async ({ page, browser }) => {
  const clinic = await Clinic.logIn(browser);
  const caller = await Caller.open(page, 'sally');
  await caller.call();
  await caller.says('booking');
  await caller.answersUntil(/phone number|reach you\?/i);

  const button = page.locator('[data-voice-launcher]');
  await expect(button).toHaveAccessibleName('In Call with Mia');
  killMediaProcess();
  await expect(caller.status).toHaveText('Connection error', { timeout: 30_000 });
  await expect(button).toHaveAccessibleName('Talk to Mia');
  await expect(caller.widget.getByRole('alert')).toContainText('Mia saved what you told her.');
  await expect(clinic.tasksAbout('Emily Carter').first()).toContainText('Consultation', { timeout: 30_000 });
  await expect(clinic.callsOf('Emily Carter').first()).toContainText('Consultation');

  await expect(caller.status).toHaveText('Connection error');

  await caller.reconnects();
  await caller.insists('question', /insurance/i, /[.?]/);
  await caller.hangsUp();
});
