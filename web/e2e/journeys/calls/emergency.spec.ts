import { expect, test, type Browser } from '../../test';
import { Caller } from '../steps/caller';
import { Clinic } from '../steps/clinic';
import { Office } from '../steps/newcomer';

const SETTINGS = '/api/clinics/downtown-medspa/settings';

/** Has the practice record calls, or no longer. */
async function recordCalls(browser: Browser, records: boolean): Promise<void> {
  const office = await Office.signIn(browser);
  const { mia } = (await (await office.request.get(SETTINGS)).json()) as { mia: { version: string; value: object } };
  await office.send('put', SETTINGS, { section: 'mia', version: mia.version, value: { ...mia.value, records_calls: records } });
}

test.afterEach(({ browser }) => recordCalls(browser, false));

test('a caller in danger is told to call 911 and the team knows at once; agreed to, the call is recorded and can be heard', async ({ page, browser }) => {
  await recordCalls(browser, true);
  const clinic = await Clinic.logIn(browser);
  const before = await clinic.tasksAbout('Emergency').count();
  const told = clinic.callsOf('Possible emergency'); // the demo adds contacts of its own above
  const toldBefore = await told.count();
  const caller = await Caller.open(page, 'joe');
  await caller.call(/this is Mia, the AI receptionist. This call may be recorded. Is that OK\?/i);
  await caller.says('yes');
  await caller.hears(/How can I help/i);

  await caller.says('emergency');
  await caller.hears(/call 911/i);
  await expect(clinic.tasksAbout('Emergency')).toHaveCount(before + 1);

  await caller.hangsUp();
  await expect(told).toHaveCount(toldBefore + 1);
  const where = new URL((await told.first().getByRole('link').getAttribute('href')) ?? '', clinic.page.url());

  await clinic.page.goto(`/dashboard/downtown-medspa/calls${where.search}`);
  const drawer = clinic.page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Play the recording' }).click({ timeout: 30_000 });
  const sound = drawer.getByLabel('Recording of the call');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0.5);
});
