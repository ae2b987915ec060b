import { expect, test, type Browser } from '../../test';
import { BOOKED, Caller } from '../steps/caller';
import { Clinic } from '../steps/clinic';
import { Office } from '../steps/newcomer';

const SETTINGS = '/api/clinics/downtown-medspa/settings';

interface Lines {
  items: { number: string; practice: string }[];
}

/** Has the practice record calls, or no longer. */
async function recordCalls(browser: Browser, records: boolean): Promise<Office> {
  const office = await Office.signIn(browser);
  const { mia } = (await (await office.request.get(SETTINGS)).json()) as { mia: { version: string; value: object } };
  await office.send('put', SETTINGS, { section: 'mia', version: mia.version, value: { ...mia.value, records_calls: records } });
  return office;
}

test.afterEach(async ({ browser }) => {
  await recordCalls(browser, false);
});

test('a caller agrees to be recorded and books a visit by voice; the clinic sees call and visit without reloading, and hears the call in their thread', async ({
  page,
  browser,
}) => {
  const office = await recordCalls(browser, true);
  const caller = await Caller.open(page, 'joe');
  await caller.call(/this is Mia, the AI receptionist. This call may be recorded. Is that OK\?/i);
  await caller.says('yes');
  await caller.hears(/How can I help/i);
  await caller.says('booking');
  const clinic = await Clinic.logIn(browser);

  const booked = await caller.answersUntil(BOOKED);
  const [, day = '', time = ''] = /(\w+day, \w+ \d+)\w* at (\d+:\d\d [AP]M)/.exec(booked) ?? [];
  expect(day, booked).not.toBe('');
  await caller.says('goodbye');
  await expect(caller.status).toHaveText('Call ended', { timeout: 30_000 });

  const call = clinic.callsOf('David Wilson').first();
  await expect(call).toContainText('Booked');
  await expect(call).toContainText('Laser Hair Removal');

  await clinic.turnTo(day);
  const visit = clinic.appointments.getByRole('listitem').filter({ hasText: 'David Wilson' }).filter({ hasText: time });
  await expect(visit).toContainText('booked by Mia');
  await expect(visit).toContainText('Unverified');
  await expect(visit).toContainText('Laser Hair Removal');
  await expect(visit).toContainText('(305) 555-0123');

  await call.getByRole('link', { name: 'David Wilson' }).click();
  const transcript = clinic.page.getByRole('dialog', { name: 'David Wilson' }).getByRole('region', { name: 'Transcript' });
  await expect(transcript.getByRole('listitem').first()).toContainText('this is Mia, the AI receptionist');
  await expect(transcript).toContainText(/laser hair removal/i);
  await expect(transcript).toContainText(/bye|great day/i);

  const { items: lines } = (await (await clinic.page.request.get('/sandbox/api/phone/numbers')).json()) as Lines;
  const to = lines.find(({ practice }) => practice === 'Downtown Medspa')?.number;
  await office.send('post', '/sandbox/api/phone/texts', { sender: '(305) 555-0123', to, text: 'Is my visit on?' });
  await clinic.page.goto('/dashboard/downtown-medspa/messages');
  await clinic.page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: /David Wilson|555-0123/ }).click();
  const thread = clinic.page.getByRole('region', { name: 'Conversation', exact: true });
  await thread.getByRole('log', { name: 'Messages' }).getByRole('link', { name: 'Call' }).last().click();
  const heard = clinic.page.getByRole('dialog', { name: 'David Wilson' });
  await heard.getByRole('button', { name: 'Play the recording' }).click();
  const sound = heard.getByLabel('Recording of the call');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0.5);
});
