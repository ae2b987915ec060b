import { expect, test, type Locator, type Page } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const HOME = '/dashboard/downtown-medspa';
/** A test that is repeated brings in someone else. */
const LETTERS = [...String(Date.now() % 100_000)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const NEW = { name: `Rosalind Peck${LETTERS}`, phone: '(305) 555-0187' };

/** A Wednesday far enough ahead that no one else books in it. */
const DAY = wednesdayAhead();

function wednesdayAhead(): string {
  const day = new Date(Date.now() + 14 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

/** Opens the palette: its keys are heard a moment after a page is seen. */
async function openPalette(page: Page): Promise<Locator> {
  const field = page.getByRole('combobox', { name: 'Page or command' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return field;
}

/** Opens the booking form from wherever the desk is, by the palette. */
async function openForm(page: Page, typed: string, option: RegExp): Promise<Locator> {
  await (await openPalette(page)).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
  return page.getByRole('dialog', { name: 'New appointment' });
}

async function addPatient(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'New patient' }).click();
  await form.getByLabel('Full name').fill(NEW.name);
  await form.getByLabel('Phone').fill(NEW.phone);
  await form.getByRole('button', { name: 'Add patient' }).click();
  await expect(form.getByText(NEW.name)).toBeVisible();
}

/** A visit of the week from the day on, and its time on the practice's clocks. */
async function taken(page: Page): Promise<{ service_id: string; provider_id: string; date: string; time: string }> {
  const answer = await page.request.get(`/api/clinics/downtown-medspa/calendar?from=${DAY}&days=7`);
  const { visits, timezone: timeZone } = (await answer.json()) as {
    timezone: string;
    visits: { service_id: string; provider_id: string; starts_at: string }[];
  };
  const [visit] = visits;
  if (!visit) throw new Error('No one has a visit that week.');
  const at = new Date(visit.starts_at);
  const date = at.toLocaleDateString('en-CA', { timeZone });
  return { ...visit, date, time: at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }) };
}

test('a new patient is booked on top of a visit with a reason, and their visit lives in the drawer', async ({ page }) => {
  await openSignedIn(page, HOME);
  const visit = await taken(page);
  await page.goto(`${HOME}/calendar?book=new&date=${visit.date}`);
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await addPatient(form);
  await form.getByLabel('Service').selectOption(visit.service_id);
  await form.getByLabel('Provider').selectOption(visit.provider_id);
  await form.getByLabel('Time', { exact: true }).fill(visit.time);
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  const overbook = form.getByRole('group', { name: 'Overbook' });
  await overbook.getByLabel('Reason for overbooking').fill('Both agreed to share the hour');
  await overbook.getByRole('button', { name: 'Overbook' }).click();
  await expect(page.getByText(/^Booked for/)).toBeVisible();

  await page.locator('[data-column]').getByRole('button', { name: new RegExp(NEW.name) }).click();
  const drawer = page.getByRole('dialog', { name: 'Appointment' });
  await expect(drawer.getByText('Overbooked')).toBeVisible();
  await expect(drawer.getByText('Both agreed to share the hour')).toBeVisible();
  await drawer.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(drawer.getByText('Confirmed', { exact: true })).toBeVisible();
  await drawer.getByLabel('Note for your team').fill('Brings her own numbing cream');
  await drawer.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Note saved.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Reschedule link' }).click();
  await expect(drawer.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('who finds no time waits beside the day, is offered one, and is booked from there', async ({ page }) => {
  await openSignedIn(page, `${HOME}/calendar?date=${DAY}`, 'frontdesk');
  await expect(page.locator('[data-column]').first()).toBeVisible();
  const form = await openForm(page, 'book jasmine', /^Book Jasmine/);
  const name = (await form.locator('p').filter({ hasText: 'Patient' }).locator('span').last().innerText()).trim();
  await form.getByLabel('Date').fill(DAY);
  await form.getByLabel('Time', { exact: true }).fill('03:00');
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  await form.getByRole('button', { name: 'Add to waiting list' }).click();

  await page.goto(`${HOME}/calendar?date=${DAY}&waiting=shown`);
  const waiting = page.getByRole('complementary', { name: 'Waiting list' }).getByRole('region', { name: 'For this day' });
  await expect(waiting.getByText(name)).toBeVisible();
  await waiting.getByRole('button', { name: `Offer ${name} a time` }).click();
  const offer = page.getByRole('dialog', { name: `Offer ${name} a time` });
  await expect(offer.getByRole('textbox', { name: /^Text to/ })).toHaveValue(/We have an opening on \w+day, /);
  await offer.getByRole('group', { name: 'Next free times' }).getByRole('button').last().click();
  await offer.getByRole('button', { name: 'Send offer' }).click();
  await expect(page.getByText(/^Offer sent/).or(offer.getByText(/not sent/))).toBeVisible();
  if (await offer.isVisible()) await offer.getByRole('button', { name: 'Cancel' }).click();

  await waiting.getByRole('button', { name: `Book ${name}` }).click();
  await form.getByRole('list', { name: 'Patients found' }).getByRole('button').first().click();
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  const refused = form.getByRole('alert');
  await expect(refused.or(page.getByText(/^Booked for/)).first()).toBeVisible();
  if (await refused.isVisible()) await refused.getByRole('listitem').getByRole('button').last().click();
  await expect(page.getByText(/^Booked for/)).toBeVisible();
  await expect(waiting.getByText(name)).toHaveCount(0);
});

test('the palette finds a section of the settings by what it is about', async ({ page }) => {
  await openSignedIn(page, `${HOME}/calls`);
  await expect(page.getByRole('region', { name: 'Calls' })).toBeVisible();
  await (await openPalette(page)).fill('holidays');
  await page.getByRole('option', { name: 'Locations and hours Settings' }).click();
  await expect(page).toHaveURL(/settings\/locations$/);
});

test('someone is booked, called and texted from the palette, their conversation, a call and their record alike', async ({ page }) => {
  await openSignedIn(page, `${HOME}/calls`, 'frontdesk');
  await expect(page.getByRole('region', { name: 'Calls' })).toBeVisible();
  await (await openPalette(page)).fill('hannah tran');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  for (const verb of ['Book', 'Call', 'Text']) await expect(palette.getByRole('option', { name: `${verb} Hannah Tran` })).toBeVisible();
  await palette.getByRole('option', { name: 'Text Hannah Tran' }).click();

  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect(conversation.getByPlaceholder('Write a message')).toBeVisible();
  const reach = (within: Locator) => within.getByRole('group', { name: 'Reach' });
  await expect(reach(conversation).getByRole('link')).toHaveText(['Book', 'Call']);
  await expectGoodInBothThemes(page);
  await conversation.getByRole('log', { name: 'Messages' }).getByRole('link', { name: 'Call' }).last().click();
  const call = page.getByRole('dialog', { name: 'Hannah Tran' });
  await expect(reach(call).getByRole('link')).toHaveText(['Book', 'Call', 'Text']);
  await call.getByRole('link', { name: 'Open record' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Hannah Tran' })).toBeVisible();
  await reach(page.getByRole('main')).getByRole('link', { name: 'Text' }).click();
  await expect(conversation.getByRole('heading', { name: 'Hannah Tran' }).first()).toBeVisible();
  await reach(conversation).getByRole('link', { name: 'Book' }).click();
  await expect(page.getByRole('dialog', { name: 'New appointment' }).getByText('Hannah Tran')).toBeVisible();
});

test('the palette finds a patient, and books them on the day that was typed', async ({ page }) => {
  await openSignedIn(page, `${HOME}/calls`, 'frontdesk');
  await expect(page.getByRole('region', { name: 'Calls' })).toBeVisible();
  const field = await openPalette(page);
  await field.fill('jasmine');
  const found = page.getByRole('option', { name: /^Jasmine .*Patient/ }).first();
  await expect(found).toBeVisible();
  const name = (await found.locator('span').first().innerText()).trim();
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const form = await openForm(page, `book ${name} thursday`, new RegExp(`^Book ${name} on Thursday`));
  await expect(form.getByText(name)).toBeVisible();
  const date = await form.getByLabel('Date').inputValue();
  expect(new Date(`${date}T12:00Z`).getUTCDay()).toBe(4);
});
