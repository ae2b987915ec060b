import { expect, test } from '../../test';
import { Clinic } from '../steps/clinic';
import { SandboxPhone } from '../steps/sandbox-phone';
import { call, reachable } from '../steps/recalls';

test('a call is picked up with real sound, and ends as rebooked', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'call', 1);
  await call(clinic, name);
  const phone = await SandboxPhone.of(browser, name);
  await phone.answers();
  await phone.hears(/AI assistant.*Am I speaking with/is);
  await phone.says('outreach_identity', 'ray');
  await phone.hears(/\d(:\d\d)? [AP]M|noon/i);
  await phone.says('outreach_slot', 'ray');
  const turn = await phone.hears(/shall I book|is that all correct|correct\?|booked/i);
  if (!/you're booked|all set/i.test(turn)) {
    await phone.says('yes', 'ray');
    await phone.hears(/booked|all set/i);
  }
  await phone.says('goodbye', 'ray');
  await expect(clinic.callsOf(name).first()).toContainText('Rebooked', { timeout: 60_000 });
});

test('a call that nobody takes leaves a voicemail with name and number alone; another rings out', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [first = '', second = ''] = await reachable(clinic.page, 'call', 2);
  await call(clinic, first);
  const phone = await SandboxPhone.of(browser, first);
  await phone.device.getByRole('button', { name: 'Send to voicemail' }).click();
  const left = phone.device.getByRole('blockquote');
  await expect(left).toContainText('This is Mia, the automated assistant at Downtown Medspa', { timeout: 60_000 });
  await expect(left).not.toContainText(/botox|filler|facial|peel|laser|cleaning|due/i);

  await call(clinic, second);
  const other = await SandboxPhone.of(browser, second);
  await other.device.getByRole('button', { name: 'Let it ring' }).click();
  await expect(clinic.callsOf(second).first()).toContainText('No Answer', { timeout: 60_000 });
});
