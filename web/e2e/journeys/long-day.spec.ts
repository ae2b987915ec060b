import { expect, test, type Page } from '../test';
import { Clinic } from './steps/clinic';
import { SandboxPhone } from './steps/sandbox-phone';

const HOME = '/dashboard/downtown-medspa';
/** A day that is repeated brings somebody else. */
const LINE = 20 + Math.floor(Math.random() * 70);
const LETTERS = `${'abcdefghij'[Math.floor(LINE / 10)]}${'abcdefghij'[LINE % 10]}`;
const OVERDUE = `Bartholomew Quill${LETTERS}`;
const LEAD = { name: `Ophelia Brightwater${LETTERS}`, phone: `(863) 555-01${LINE}` };
const FILE = `Name,Phone,Last visit,Treatment\n${OVERDUE},(305) 555-0191,1/15/2025,Botox\n`;

/** The day of the first time that a text offers, such as "Tue, Nov 24 at 10:00 AM", as it stands in an address. */
function firstDay(text: string, now: Date): string {
  const [, month = '', day = ''] = /\w{3}, (\w{3}) (\d+) at /.exec(text) ?? [];
  const found = new Date(`${month} ${day}, ${now.getUTCFullYear()} 12:00 UTC`);
  if (found.getTime() < now.getTime() - 86_400_000) found.setUTCFullYear(found.getUTCFullYear() + 1);
  return found.toISOString().slice(0, 10);
}

async function importPatients(page: Page): Promise<void> {
  await page.goto(`${HOME}/patients/import`);
  await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'old-software.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 1 new patient' }).click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toBeVisible();
}

async function captureLead(page: Page): Promise<void> {
  await page.goto(`${HOME}/leads`);
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await dialog.getByLabel('Full name').fill(LEAD.name);
  await dialog.getByLabel('Phone').fill(LEAD.phone);
  await dialog.getByText('They agreed to be texted').click();
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(dialog).toBeHidden();
}

const booked = (page: Page) => page.locator('dt', { hasText: 'Booked a consult' }).locator('xpath=..').getByText(/^\d+ leads$/);

test('a day: patients come in, one is overdue, a lead is captured, Mia follows up, the lead books, and everybody sees it', async ({ browser }) => {
  const { page } = await Clinic.logIn(browser);
  await importPatients(page);
  await page.goto(`${HOME}?group=overdue`);
  const center = page.getByRole('region', { name: 'Patient Rebooking Center' });
  await center.getByPlaceholder('Search patients...').fill(OVERDUE);
  await expect(center.getByRole('row').filter({ hasText: OVERDUE })).toBeVisible();

  await captureLead(page);
  const phone = await SandboxPhone.of(browser, LEAD.phone);
  const offer = await phone.isTexted(/You could come for a consult/);

  // Somebody else has the analytics and the calendar of that day open, and touches neither from here on.
  const { page: figures } = await Clinic.logIn(browser);
  const calendar = await figures.context().newPage();
  await figures.goto(`${HOME}/leads`);
  await expect(booked(figures)).not.toHaveText('0 leads');
  const before = Number.parseInt(await booked(figures).innerText(), 10);
  const { now } = (await (await page.request.get('/sandbox/api/clock')).json()) as { now: string };
  await calendar.goto(`${HOME}/calendar?view=day&date=${firstDay(offer, new Date(now))}`);
  await expect(calendar.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(calendar.getByText(LEAD.name)).toHaveCount(0);

  await phone.replies('The first one, please');
  const said = await phone.isTexted(/shall I book it|is that right|booked/i);
  if (!/you're booked|booked for/i.test(said)) {
    await phone.device.getByPlaceholder('Text to the practice').fill('Yes');
    await phone.device.getByRole('button', { name: 'Send' }).click();
  }
  // By booking the number became a patient's: the telephone bears a name from here on.
  await expect(phone.page.getByRole('region', { name: LEAD.name })).toContainText(/You're booked/i, { timeout: 30_000 });
  await expect(calendar.getByText(LEAD.name).first()).toBeVisible({ timeout: 30_000 });
  await expect(booked(figures)).toHaveText(`${before + 1} leads`, { timeout: 30_000 });
});
