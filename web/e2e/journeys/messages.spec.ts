import { expect, test } from '../test';
import { Clinic } from './steps/clinic';
import { violations } from './steps/every-width';
import { SandboxPhone } from './steps/sandbox-phone';
import { message, open, reachable } from './steps/recalls';

const MESSAGES = '/dashboard/downtown-medspa/messages';

test('a message is taken back in time, and another is answered, booked by text, and ends as rebooked', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [undone = '', name = ''] = await reachable(clinic.page, 'text', 2);

  await message(clinic, undone);
  await clinic.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(clinic.page.getByText(`Message to ${undone} canceled.`)).toBeVisible();

  await message(clinic, name);
  const entry = clinic.callsOf(name).first();
  await expect(entry).toContainText('Scheduled');
  await expect(entry).toContainText('Sent', { timeout: 20_000 });

  const phone = await SandboxPhone.of(browser, name);
  const first = await phone.isTexted(/you're due for a visit/);
  expect(first).toContain('Reply STOP to opt out');
  expect(first).not.toMatch(/botox|filler|facial|peel|laser|cleaning/i);
  await phone.replies('Yes, Tuesday afternoon would be good');
  await phone.isTexted(/(\d [AP]M|noon).*\?/s);
  await phone.replies('The first one, please');
  let said = await phone.isTexted(/shall I book it|is that all correct|booked/i);
  if (!/you're booked|booked for/i.test(said)) {
    await phone.replies('Yes');
    said = await phone.isTexted(/booked/i);
  }
  await expect(entry).toContainText('Rebooked', { timeout: 20_000 });

  await clinic.page.goto('/dashboard/downtown-medspa/messages');
  await clinic.page.getByRole('button', { name }).click();
  const log = clinic.page.getByRole('log', { name: 'Messages' });
  await expect(log).toContainText('The first one, please');
  await expect(log).toContainText('booked');
});

test('staff take a conversation over, answer, and hand it back', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'text', 1);
  await message(clinic, name);
  const phone = await SandboxPhone.of(browser, name);
  await phone.isTexted(/you're due for a visit/);

  await clinic.page.goto('/dashboard/downtown-medspa/messages');
  await clinic.page.getByRole('button', { name }).click();
  await clinic.page.getByRole('button', { name: 'Take over' }).click();
  await expect(clinic.page.getByRole('button', { name: 'Hand back to Mia' })).toBeVisible();
  await phone.replies('Is somebody there?');
  await expect(clinic.page.getByRole('log', { name: 'Messages' })).toContainText('Is somebody there?');
  await clinic.page.getByPlaceholder('Write a message').fill('Yes, this is Riley from the front desk.');
  await clinic.page.getByRole('button', { name: 'Send' }).click();
  await phone.isTexted(/this is Riley from the front desk/);
  await clinic.page.getByRole('button', { name: 'Hand back to Mia' }).click();
  await expect(clinic.page.getByRole('button', { name: 'Take over' })).toBeVisible();
});

test('STOP works within seconds on every channel, and staff see it', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'text', 1);
  await message(clinic, name);
  const phone = await SandboxPhone.of(browser, name);
  await phone.isTexted(/you're due for a visit/);
  await phone.device.getByRole('button', { name: 'Reply STOP' }).click();
  await phone.isTexted(/no more|unsubscribed|not (text|contact|message)|opted out/i);

  const details = await open(clinic, name);
  await expect(details).toContainText('Not available: The patient asked not to be contacted', { timeout: 15_000 });
  await expect(details.getByRole('button', { name: 'Call with Mia' })).toBeDisabled();
});

test('an email is answered by mail, Mia and staff answer in the same exchange, and the patient reads it', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'mail', 1);
  await message(clinic, name);
  const phone = await SandboxPhone.of(browser, name);
  const first = await phone.reads(/your next visit/);
  await expect(first).toContainText('Downtown Medspa');
  await expect(first).not.toContainText(/botox|filler|facial|peel|laser|cleaning/i);
  await phone.repliesToMail(first, 'Do you take insurance?');

  await clinic.page.goto(MESSAGES);
  await clinic.page.getByRole('button', { name }).click();
  const log = clinic.page.getByRole('log', { name: 'Messages' });
  await expect(log.getByRole('listitem').filter({ hasText: 'Patient ·' })).toContainText('Do you take insurance?');
  await expect(log.getByRole('listitem').last()).toContainText(/insurance.*Mia ·/is, { timeout: 30_000 });
  await expect(await phone.reads(/Mia, AI assistant at Downtown Medspa/)).toContainText(/insurance/i);

  await clinic.page.getByRole('button', { name: 'Take over' }).click();
  await clinic.page.getByPlaceholder('Write a message').fill('This is Riley, I can help with that.');
  await clinic.page.getByRole('button', { name: 'Send' }).click();
  await expect(await phone.reads(/This is Riley/)).toContainText('The team of Downtown Medspa');
  await clinic.page.getByRole('button', { name: 'Hand back to Mia' }).click();
  await expect(clinic.page.getByRole('button', { name: 'Take over' })).toBeVisible();
});

test('who unsubscribes is asked once, and then staff see that nothing is possible', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'mail', 1);
  await message(clinic, name);
  const phone = await SandboxPhone.of(browser, name);
  const email = await phone.reads(/your next visit/);
  const opened = phone.page.context().waitForEvent('page');
  await email.getByRole('link', { name: 'Unsubscribe' }).click();
  const page = await opened;
  await expect(page.getByRole('heading', { name: 'Stop messages and calls?' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop all messages' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();

  const details = await open(clinic, name);
  await expect(details).toContainText('Not available: The patient asked not to be contacted');
  await expect(details.getByRole('button', { name: 'Send Follow-Up Message with Mia' })).toBeDisabled();
});
