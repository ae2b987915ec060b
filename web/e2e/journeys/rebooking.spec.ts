import { expect, test, type Browser, type Locator, type Page } from '../test';
import { Clinic } from './steps/clinic';
import { openSignedIn } from './steps/signed-in';

async function centerOf(browser: Browser) {
  const clinic = await Clinic.logIn(browser);
  const center = clinic.page.getByRole('region', { name: 'Patient Rebooking Center' });
  await expect(center.getByRole('radio').first()).toBeVisible();
  return { clinic, center, page: clinic.page };
}

/** The note of the patient on the page, empty: an earlier try may have left its words, and the same words can't be saved twice. */
async function emptyNote(page: Page): Promise<Locator> {
  const note = page.getByRole('textbox', { name: /Internal note/ });
  await expect(note).toBeVisible();
  if ((await note.inputValue()) === '') return note;
  await note.fill('');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expectSaved(page);
  return note;
}

/** Waits until the note is on the record; its button rests while it is on the way, too. */
async function expectSaved(page: Page) {
  await expect(page.getByRole('button', { name: 'Save note' })).toBeDisabled({ timeout: 20_000 });
  await expect(page.getByText(/^Saving…$|^Not saved/)).toHaveCount(0);
}

test('patients are found by a misspelt name, which never stands in the address', async ({ browser }) => {
  const { center, page } = await centerOf(browser);
  const name = await center.getByRole('rowheader').first().innerText();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  const misspelt = name.replace(/.(?=.$)/, 'x');
  await center.getByPlaceholder('Search patients...').fill(misspelt);
  await expect(center.getByRole('rowheader', { name }).first()).toBeVisible();
  expect([page.url(), ...asked].join(' ')).not.toContain(encodeURIComponent(misspelt));

  await center.getByPlaceholder('Search patients...').fill('zzzzqqqq');
  await expect(center.getByText('No patients found')).toBeVisible();
  await center.getByRole('button', { name: 'Clear search' }).click();
  await expect(center.getByRole('radio')).toHaveCount(10);
});

test('groups and pages stand in the address, and a link opens what it names', async ({ browser }) => {
  const { center, page } = await centerOf(browser);
  await center.getByLabel('Group of patients').selectOption('All Patients');
  await expect(center.getByText(/^Showing 1 to 10 of \d+ patients$/)).toBeVisible();
  await center.getByRole('button', { name: 'Next' }).click();
  await expect(center.getByText(/^Showing 11 to 20 of \d+ patients$/)).toBeVisible();
  const name = await center.getByRole('rowheader').first().innerText();
  await center.getByRole('radio').first().click();
  await expect(center.getByRole('heading', { name })).toBeVisible();
  await expect(page).toHaveURL(/group=all&page=2&patient=pat_/);

  await page.reload();
  await expect(center.getByRole('heading', { name })).toBeVisible();
  await expect(center.getByText(/^Showing 11 to 20/)).toBeVisible();
});

test('the second of two who write a note sees what the first has changed, and nothing is lost', async ({ browser }) => {
  const [{ page: first, center }, { page: second }] = [await centerOf(browser), await Clinic.logIn(browser)];
  await center.getByRole('radio').nth(5).click();
  const note = await emptyNote(first);
  await second.goto(first.url());
  const other = second.getByRole('textbox', { name: /Internal note/ });
  await expect(other).toBeVisible();

  await other.fill('Prefers the west side.');
  await note.fill('Prefers mornings.');
  await center.getByRole('button', { name: 'Save note' }).click();
  await expectSaved(first);

  const conflict = second.getByRole('alert').filter({ hasText: 'Someone else changed this note' });
  await expect(conflict.getByRole('insertion')).toHaveText('Prefers mornings.');
  await conflict.getByRole('button', { name: 'Keep both' }).click();
  await expect(conflict).toBeHidden();
  await expect(note).toHaveValue('Prefers mornings.\nPrefers the west side.');
});

test('a note outlives a lost network: a banner, a word beside it, and it is saved when the network is back', async ({ browser }) => {
  const { center, page } = await centerOf(browser);
  await center.getByRole('radio').nth(6).click();
  const note = await emptyNote(page);
  await note.fill('Written under ground.');
  await page.context().setOffline(true);
  await center.getByRole('button', { name: 'Save note' }).click();
  await expect(center.getByText(/couldn’t reach the server. Your note is kept here/)).toBeVisible();
  await expect(page.getByText(/Connection lost/)).toBeVisible({ timeout: 30_000 });

  await page.context().setOffline(false);
  await expectSaved(page);
  await page.reload();
  await expect(note).toHaveValue('Written under ground.');
});

test('whoever may only read has neither names to search nor buttons to press', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const clinic = new Clinic(page);
  await openSignedIn(page, '/dashboard/downtown-medspa', 'readonly');
  await expect(clinic.history.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Patient Rebooking Center' })).toHaveCount(0);
  await page.goto('/dashboard/downtown-medspa/messages');
  await expect(page.getByRole('alert').first()).toContainText(/role|allow/i);
});

test('a call is judged, what should have happened is said, and it is found again by it', async ({ browser }) => {
  const { page } = await centerOf(browser);
  await page.goto('/dashboard/downtown-medspa/calls?status=Booked');
  const calls = page.getByRole('region', { name: 'Calls' });
  const link = calls.getByRole('row').nth(1).getByRole('link');
  const name = await link.innerText();
  await link.click();
  const drawer = page.getByRole('dialog', { name });
  await drawer.getByRole('button', { name: 'Thumbs down' }).click();
  await drawer.getByRole('textbox', { name: 'What should have happened?' }).fill('Offer a day we are open.');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. Thanks for teaching Mia.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();

  await calls.getByLabel('Feedback').selectOption('Thumbs down');
  await expect(page).toHaveURL(/verdict=down/);
  await calls.getByRole('link', { name }).first().click();
  await expect(drawer.getByRole('textbox', { name: 'What should have happened?' })).toHaveValue('Offer a day we are open.');
});

test('somebody of two clinics sees figures over both, and may run the debug query', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await openSignedIn(page, '/dashboard', 'group');
  await expect(page.getByText('Total Rebookings')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent Treatments' }).getByRole('listitem')).toHaveCount(5);
  await page.getByRole('button', { name: 'Run Debug Query' }).click();
  await expect(page.getByText(/^[\d,]+ records$/)).toBeVisible();
  await page.getByRole('link', { name: /Harbor Dental/ }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Harbor Dental' })).toBeVisible();
});

test('the keyboard goes everywhere: palette, search, help, and single keys that can be switched off', async ({ browser }) => {
  const { page, center } = await centerOf(browser);
  await page.keyboard.press('/');
  await expect(center.getByPlaceholder('Search patients...')).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page or command' }).fill('call logs');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/calls$/);
  await expect(page.getByRole('main')).toBeFocused(); // the palette has let go of the keys
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
});
