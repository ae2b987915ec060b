import { expect, test, type Page } from '../test';
import { Clinic } from './steps/clinic';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { SandboxPhone } from './steps/sandbox-phone';
import { openSignedIn } from './steps/signed-in';

const LEADS = '/dashboard/downtown-medspa/leads';
const BOARD = /\/api\/clinics\/downtown-medspa\/leads\?/;

/** Somebody nobody has heard of, with a number of a test's own ten; a test that is repeated meets somebody else. */
function somebody(last: string, ten: number) {
  const nth = Math.floor(Math.random() * 10);
  return { name: `Noa ${last}${'abcdefghij'[nth]}`, typed: `(813) 555-01${ten + nth}` };
}

/** Enters a lead at the desk. */
async function capture(page: Page, { name, typed }: { name: string; typed: string }, agrees: boolean) {
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await dialog.getByLabel('Full name').fill(name);
  await dialog.getByLabel('Phone').fill(typed);
  if (agrees) await dialog.getByText('They agreed to be texted').click();
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(dialog).toBeHidden();
}

const column = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Stages' }).getByRole('region', { name: new RegExp(`^${name}`) });

test('Mia answers a new lead within a minute, the lead books by text, and the board shows it live', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const { page } = clinic;
  await page.goto(LEADS);
  const lead = somebody('Rivers', 20);
  await capture(page, lead, true);
  await expect(column(page, 'Contacted').getByRole('link', { name: lead.name })).toBeVisible({ timeout: 60_000 });

  const phone = await SandboxPhone.of(browser, lead.typed);
  const first = await phone.isTexted(/You could come for a consult/);
  expect(first).toContain('Hi Noa');
  expect(first).toContain('Reply STOP to opt out');
  expect(first).not.toMatch(/botox|filler|facial|peel|laser|cleaning/i);
  await phone.replies('The first one, please');
  const said = await phone.isTexted(/shall I book it|is that right|booked/i);
  if (!/you're booked|booked for/i.test(said)) {
    await phone.device.getByPlaceholder('Text to the practice').fill('Yes');
    await phone.device.getByRole('button', { name: 'Send' }).click();
  }
  // By booking the number became a patient's: the telephone bears a name from here on.
  await expect(phone.page.getByRole('region', { name: lead.name })).toContainText(/You're booked/i, { timeout: 30_000 });

  const card = column(page, 'Consult booked').getByRole('link', { name: lead.name });
  await expect(card).toBeVisible({ timeout: 20_000 });
  await card.click();
  const drawer = page.getByRole('dialog', { name: lead.name });
  await expect(drawer.getByRole('listitem').first()).toContainText('Moved to Consult booked by Mia');
  await expect(drawer).toContainText('Mia sent the first text');
  await drawer.getByRole('link', { name: 'Text', exact: true }).click();
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('The first one, please');
});

test('who a lead is stands beside the conversation with them, and a patient keeps it', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 });
  await openSignedIn(page, LEADS, 'frontdesk');
  const lead = somebody('Ferris', 30);
  await capture(page, lead, true);
  await page.getByRole('link', { name: lead.name }).click();
  await page.getByRole('dialog', { name: lead.name }).getByRole('link', { name: 'Text', exact: true }).click();

  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  const person = conversation.getByRole('complementary', { name: 'Person' });
  await expect(person).toContainText(lead.name);
  await expect(person).toContainText(/Stage\s*(New|Contacted)/);
  await expect(person).toContainText('Agreed to texts');
  await expect(conversation.getByRole('heading', { name: lead.name, level: 2 })).toBeVisible();
  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByRole('searchbox').fill(lead.name);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('button', { name: new RegExp(lead.name) })).toBeVisible();
  await list.getByRole('searchbox').fill('');
  await expectGoodInBothThemes(page);

  await page.setViewportSize({ width: 1360, height: 900 });
  await conversation.getByRole('link', { name: 'Book' }).click();
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await form.getByRole('button', { name: `New patient: ${lead.name}` }).click();
  await expect(form.getByLabel('Full name')).toHaveValue(lead.name);
  await page.goBack();
  await page.getByRole('button', { name: 'New message' }).click();
  const finder = page.getByRole('dialog', { name: 'New message' });
  await finder.getByRole('searchbox', { name: 'To' }).fill(lead.name);
  await expect(finder.getByRole('button', { name: new RegExp(`${lead.name}.*agreed to texts`) })).toBeVisible();
  await expectDialogGoodInBothThemes(page);
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.keyboard.press('Escape');
  await person.getByRole('button', { name: 'Make a patient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a patient' });
  await expect(dialog.getByLabel('Full name')).toHaveValue(lead.name);
  await dialog.getByRole('button', { name: 'Make a patient' }).click();
  await expect(conversation.getByRole('complementary', { name: 'Patient' })).toContainText(lead.name);
  await expect(conversation.getByRole('link', { name: 'Book' })).toHaveAttribute('href', /book=pat_/);
});

test('without consent Mia writes nothing and the card says why; staff move it by keyboard and take it back', async ({ browser }) => {
  const { page } = await Clinic.logIn(browser);
  await page.goto(LEADS);
  const lead = somebody('Delacroix', 40);
  await capture(page, lead, false);
  const inNew = column(page, 'New').getByRole('listitem').filter({ hasText: lead.name });
  await expect(inNew).toContainText('No consent to text or call', { timeout: 20_000 });

  await page.getByRole('link', { name: lead.name }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  const inContacted = column(page, 'Contacted').getByRole('link', { name: lead.name });
  await expect(inContacted).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight'); // no consult is booked: the server refuses, the card comes back
  await expect(page.getByText('No consult is booked for this lead.', { exact: false })).toBeVisible();
  await expect(inContacted).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(inNew).toBeVisible();

  const dialog = page.getByRole('dialog', { name: `Mark ${lead.name} as lost` });
  await expect(async () => {
    // Let go at the column's heading, as people do: for the middle of a long column the page would scroll while the
    // button is down, and another card would be under it when the drag begins.
    await page.getByRole('link', { name: lead.name }).dragTo(column(page, 'Lost').getByRole('heading'), { timeout: 5_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dialog.getByText('Went somewhere else').click();
  await dialog.getByRole('button', { name: 'Mark as lost' }).click();
  await expect(column(page, 'Lost').getByRole('listitem').filter({ hasText: lead.name })).toContainText('Went somewhere else');
});

test('a board that cannot be had says so and is asked for again; an empty one says what fills it; a lead that is open is good to read', async ({ browser }) => {
  const { page } = await Clinic.logIn(browser);
  await page.route(BOARD, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(LEADS);
  await expect(page.getByText('Couldn’t load leads.')).toBeVisible();
  await page.unroute(BOARD);
  await page.route(BOARD, async (route) => {
    const found = (await (await route.fetch()).json()) as { columns: object[] };
    await route.fulfill({ json: { ...found, columns: found.columns.map((one) => ({ ...one, total: 0, leads: [] })) } });
  });
  const pipeline = page.getByRole('region', { name: 'Pipeline' });
  await pipeline.getByRole('button', { name: 'Try again' }).click();
  await expect(pipeline.getByText('No leads yet')).toBeVisible();
  await page.unroute(BOARD);

  await page.reload();
  await page.getByRole('region', { name: 'Stages' }).getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await expectDialogGoodInBothThemes(page);
});
