import { expect, test, type Page } from '@playwright/test';
import { Clinic } from './clinic';
import { Handset } from './handset';

/** Patients whom the rules allow to be contacted right now, whose visits Mia can book, in the order of the list. */
async function reachable(page: Page, kind: 'can_call' | 'can_message', count: number): Promise<string[]> {
  return page.evaluate(
    async ([wanted, most]) => {
      const home = '/api/clinics/downtown-medspa/patients';
      const ask = async (url: string, body?: object) => {
        const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        return (await fetch(url, init)).json();
      };
      const names: string[] = [];
      for (let number = 1; number <= 8 && names.length < most; number += 1) {
        const { items } = await ask(`${home}/search`, { query: '', group: 'overdue', page: number, page_size: 10 });
        for (const { id } of items) {
          const patient = await ask(`${home}/${id}`);
          if (patient[wanted].outcome === 'allow' && names.length < most) names.push(patient.full_name);
        }
      }
      return names;
    },
    [kind, count] as const,
  );
}

/** Finds somebody in the Patient Rebooking Center and opens their details. */
async function open(clinic: Clinic, name: string) {
  const center = clinic.page.getByRole('region', { name: 'Patient Rebooking Center' });
  await center.getByPlaceholder('Search patients...').fill(name);
  await center.getByRole('radio', { name: `Select ${name}` }).first().click();
  const details = center.getByRole('complementary', { name: 'Patient details' });
  await expect(details.getByRole('heading', { name })).toBeVisible();
  return details;
}

async function contact(clinic: Clinic, name: string, button: string, title: string): Promise<void> {
  const details = await open(clinic, name);
  await details.getByRole('button', { name: button }).click();
  const dialog = clinic.page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('Allowed now');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
}

const message = (clinic: Clinic, name: string) =>
  contact(clinic, name, 'Send Follow-Up Message with Mia', 'Confirm Follow-Up Message');
const call = (clinic: Clinic, name: string) => contact(clinic, name, 'Call with Mia', 'Confirm AI Call');

test.beforeEach(({ page }) => Handset.makeItDay(page));

test('a message is taken back in time, and another is answered, booked by text, and ends as rebooked', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [undone = '', name = ''] = await reachable(clinic.page, 'can_message', 2);

  await message(clinic, undone);
  await clinic.page.getByRole('button', { name: 'Undo' }).click();
  await expect(clinic.page.getByText(`The message to ${undone} was taken back.`)).toBeVisible();

  await message(clinic, name);
  const entry = clinic.callsOf(name).first();
  await expect(entry).toContainText('Scheduled');
  await expect(entry).toContainText('Sent', { timeout: 20_000 });

  const phone = await Handset.of(browser, name);
  const first = await phone.isTexted(/you're due for a visit/);
  expect(first).toContain('Reply STOP to opt out');
  expect(first).not.toMatch(/botox|filler|facial|peel|laser|cleaning/i);
  await phone.replies('Yes, Tuesday afternoon would be good');
  await phone.isTexted(/Which would you like\?/);
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
  const [name = ''] = await reachable(clinic.page, 'can_message', 1);
  await message(clinic, name);
  const phone = await Handset.of(browser, name);
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
  const [name = ''] = await reachable(clinic.page, 'can_message', 1);
  await message(clinic, name);
  const phone = await Handset.of(browser, name);
  await phone.isTexted(/you're due for a visit/);
  await phone.device.getByRole('button', { name: 'Reply STOP' }).click();
  await phone.isTexted(/no more|unsubscribed|not (text|contact|message)|opted out/i);

  const details = await open(clinic, name);
  await expect(details).toContainText('Not possible: The patient asked not to be contacted', { timeout: 15_000 });
  await details.getByRole('button', { name: 'Call with Mia' }).click();
  await expect(clinic.page.getByRole('dialog').getByRole('button', { name: 'Yes' })).toBeDisabled();
});

test('a call is picked up with real sound, and ends as rebooked', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'can_call', 1);
  await call(clinic, name);
  const phone = await Handset.of(browser, name);
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
  const [first = '', second = ''] = await reachable(clinic.page, 'can_call', 2);
  await call(clinic, first);
  const phone = await Handset.of(browser, first);
  await phone.device.getByRole('button', { name: 'Send to voicemail' }).click();
  const left = phone.device.getByRole('blockquote');
  await expect(left).toContainText('This is Mia, the automated assistant at Downtown Medspa', { timeout: 60_000 });
  await expect(left).not.toContainText(/botox|filler|facial|peel|laser|cleaning|due/i);

  await call(clinic, second);
  const other = await Handset.of(browser, second);
  await other.device.getByRole('button', { name: 'Let it ring out' }).click();
  await expect(clinic.callsOf(second).first()).toContainText('No Answer', { timeout: 60_000 });
});
