import { expect as eager, test, type Browser, type Page } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

/** Two journeys run side by side, and a login alone may take seconds where other work has the processors. */
const expect = eager.configure({ timeout: 20_000 });

const PATIENTS = '/dashboard/downtown-medspa/patients';
const VIEWS = '/api/clinics/downtown-medspa/views';
const VIEW = 'Call these first';
/** A test that is repeated adds somebody else. */
const LINE = 10 + Math.floor(Math.random() * 60);
const LETTERS = [...String(LINE)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const phone = (nth: number) => `(941) 555-01${LINE + nth}`;
const TAG = `Spring letter ${LETTERS}`;
const OTIS = `Otis Varga${LETTERS}`;
const OTTIS = `Ottis Varga${LETTERS}`;

async function logIn(browser: Browser, login = 'frontdesk'): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await openSignedIn(page, PATIENTS, login);
  return page;
}

async function add(page: Page, name: string, phone: string): Promise<void> {
  await page.goto(PATIENTS);
  await page.getByRole('button', { name: 'Add a patient' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a patient' });
  await form.getByLabel('Full name').fill(name);
  await form.getByLabel('Phone').fill(phone);
  await form.getByRole('button', { name: 'Add patient' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Removes what an earlier try has saved. */
async function forgetView(page: Page): Promise<void> {
  const { items } = (await (await page.request.get(`${VIEWS}?page=patients`)).json()) as { items: { id: string; name: string }[] };
  const headers = { origin: new URL(page.url()).origin };
  for (const { id } of items.filter(({ name }) => name === VIEW)) await page.request.delete(`${VIEWS}/${id}`, { headers });
  await page.reload();
}

test('a patient is added, edited by two at once, and each sees what the other changed', async ({ browser }) => {
  const page = await logIn(browser);
  await add(page, `Petra Lindqvist${LETTERS}`, phone(0));
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Edit', exact: true }).click();
  const theirs = other.getByRole('dialog', { name: /Edit/ });
  await theirs.getByLabel('Date of birth').fill('1990-04-02');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const mine = page.getByRole('dialog', { name: /Edit/ });
  await mine.getByLabel('Email').fill('petra@mail.example');
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'petra@mail.example' })).toBeVisible();

  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = theirs.getByRole('alert').filter({ hasText: 'Someone else changed this record' });
  await expect(conflict.getByRole('insertion')).toHaveText('petra@mail.example');
  await theirs.getByRole('button', { name: 'Overwrite' }).click();
  await expect(other.getByText(/April 2, 1990/)).toBeVisible();
  // The first sees it without a reload.
  await expect(page.getByText(/April 2, 1990/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('link', { name: 'petra@mail.example' })).toBeVisible();
});

test('two records are merged side by side, and taken apart again', async ({ browser }) => {
  const page = await logIn(browser);
  await add(page, OTIS, phone(1));
  await add(page, OTTIS, phone(1));
  const duplicates = page.getByRole('region', { name: 'Duplicates' });
  await expect(duplicates.getByText('Same phone')).toBeVisible();
  await duplicates.getByRole('button', { name: /^Merge/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two records' });
  await dialog.getByRole('radio', { name: `Other record: ${OTIS}` }).check();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('heading', { name: OTIS, level: 1 })).toBeVisible();
  await duplicates.getByRole('button', { name: 'Undo the merge' }).click();
  await expect(page.getByRole('heading', { name: OTTIS, level: 1 })).toBeVisible();
  await expect(duplicates.getByRole('link', { name: OTIS })).toBeVisible();
});

test('a refusal is written down with its proof, and holds at once', async ({ browser }) => {
  const page = await logIn(browser);
  await add(page, `Mina Castell${LETTERS}`, phone(2));
  const consent = page.getByRole('region', { name: 'Consent' });
  const texts = consent.getByRole('row').filter({ hasText: 'Text' });
  await expect(texts.getByRole('cell').first()).toHaveText('Yes');
  await consent.getByRole('button', { name: 'Record a change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record consent' });
  await dialog.getByRole('radio', { name: /Declines/ }).check();
  await dialog.getByRole('checkbox', { name: 'About booked appointments' }).check();
  await dialog.getByRole('textbox').fill('No texts, please.');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(texts.getByRole('cell').first()).toHaveText('Refused');
  await page.getByRole('button', { name: 'Consents' }).click();
  await expect(page.getByText('No texts, please.').first()).toBeVisible();
  await expect(page).toHaveURL(/kind=consent/);
  await page.getByRole('region', { name: 'Who viewed this record' }).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('recorded a refusal')).toBeVisible();
});

test('the list is searched, narrowed, saved as a view, and many are tagged and written to with an undo', async ({ browser }) => {
  const page = await logIn(browser);
  await forgetView(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const name = await page.getByRole('rowheader').first().innerText();
  await page.getByPlaceholder('Search patients...').fill(name);
  await expect(page.getByRole('rowheader', { name }).first()).toBeVisible();
  expect([page.url(), ...asked].join(' ')).not.toContain(encodeURIComponent(name));
  await page.getByPlaceholder('Search patients...').fill('');

  await page.getByLabel('Group').selectOption('Overdue');
  await expect(page).toHaveURL(/group=overdue/);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill(VIEW);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Group').selectOption('All patients');
  await page.getByRole('button', { name: VIEW, exact: true }).click();
  await expect(page).toHaveURL(/group=overdue/);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected patients' });
  await bar.getByRole('button', { name: 'Other tag' }).click();
  await page.getByRole('dialog').getByLabel('Tag').fill(TAG);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(`${TAG} added to`)).toBeVisible();
  await bar.getByRole('button', { name: 'Message with Mia' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(/^Messages: /)).toBeVisible();
});

test('whoever may only read has no page of patients, and an unknown patient is said to be none', async ({ browser }) => {
  const reader = await logIn(browser, 'readonly');
  await expect(reader.getByRole('alert').first()).toContainText(/role|allow/i);
  const page = await logIn(browser);
  await page.goto(`${PATIENTS}/pat_00000000000000000000000000`);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.goto(`${PATIENTS}?tag=Nobody+has+this`);
  await expect(page.getByText('No patients found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all patients' }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('the list and a record have nothing that axe objects to', async ({ browser }) => {
  const page = await logIn(browser, 'owner');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: /^Select / }).nth(1).check();
  await expectGoodInBothThemes(page);
  await page.getByRole('region', { name: 'All records' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Record a change' }).click();
  await expectGoodInBothThemes(page);
});
