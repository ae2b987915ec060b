import { readFileSync } from 'node:fs';
import { expect, test, type Browser, type Page } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const PATIENTS = '/dashboard/downtown-medspa/patients';
/** A test that is repeated brings in somebody else. */
const LETTERS = [...String(Date.now() % 100_000)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const FARTHING = `Wilhelmina Farthing${LETTERS}`;
const FILE = [
  'Client Name;Cell Phone;DOB;Last visit;Service;Favourite colour',
  `${FARTHING};(305) 555-0181;7/21/1980;1/15/2025;Botox;green`,
  `"Oakes; Ptolemy${LETTERS}";(305) 555-0182;;;;blue`,
  `Isadora Quill${LETTERS};(305) 555-0184;;1/15/2025;Botox 20 units;`,
  `Leopold Marsh${LETTERS};(305) 555-0185;;2/15/2025;Moon dust ${LETTERS};`,
  '=HYPERLINK("x");(305) 555-0183;;;;',
  'Nobody Reachable;12;;;;',
].join('\n');

async function signedIn(browser: Browser, login = 'owner'): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await openSignedIn(page, `${PATIENTS}/import`, login);
  return page;
}

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('Choose a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** What stands in a file that the page has the browser save. */
async function saved(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return readFileSync(await file.path(), 'utf8');
}

test('patients come in from a file, stand among the overdue, and are taken back', async ({ browser }) => {
  const page = await signedIn(browser);
  await choose(page, 'people.csv', FILE);
  await expect(page.getByRole('region', { name: 'Match columns' })).toBeVisible();
  await expect(page.getByLabel('Field for Client Name')).toHaveValue('name');
  await expect(page.getByLabel('Field for Service')).toHaveValue('treatment');
  await expect(page.getByLabel('Field for Favourite colour')).toHaveValue('');

  await page.getByLabel('Field for Service').selectOption('');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('alert')).toContainText('A visit needs both its date and its treatment');
  await page.getByLabel('Field for Service').selectOption('treatment');
  await page.getByRole('button', { name: 'Check the file' }).click();

  const report = page.getByRole('region', { name: 'Preview import' });
  await expect(report.getByRole('row', { name: '6 Full name looks like a formula skipped' })).toBeVisible();
  await expect(report.getByRole('row', { name: '7 Phone could not be read imported without' })).toBeVisible();
  expect(await saved(page, 'Download 1 skipped row')).toBe(
    [
      'Client Name,Cell Phone,DOB,Last visit,Service,Favourite colour,Mia: what to mend',
      `"'=HYPERLINK(""x"")",(305) 555-0183,,,,,Full name looks like a formula`,
      '',
    ].join('\r\n'),
  );
  await expect(report.getByLabel('Service for Botox 20 units').locator('option:checked')).toHaveText('Botox');
  await expect(report).toContainText('visitsUsed to find overdue patients2');
  await report.getByLabel('Service for Moon dust').selectOption('Keep as written');
  await report.getByRole('button', { name: 'Update the preview' }).click();
  await expect(report).toContainText('visitsUsed to find overdue patients3');
  await report.getByRole('button', { name: 'Import 5 new patients' }).click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toBeVisible();

  await page.goto(`/dashboard/downtown-medspa?group=overdue`);
  const center = page.getByRole('region', { name: 'Patient Rebooking Center' });
  await center.getByPlaceholder('Search patients...').fill(FARTHING.toLowerCase());
  await expect(center.getByRole('row').filter({ hasText: FARTHING })).toContainText('Jan 15, 2025');

  await page.goto(`${PATIENTS}/import`);
  await page.getByRole('button', { name: /people\.csv/ }).first().click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('region', { name: 'Undone' })).toContainText('patients removed5');
});

test('a file that says more of someone updates their record, and the undo restores it', async ({ browser }) => {
  const page = await signedIn(browser);
  const name = `Ottoline Vane${LETTERS}`;
  const bring = async (file: string, rows: string, button: string) => {
    await page.goto(`${PATIENTS}/import`);
    await choose(page, file, `Name,Email,Phone,SMS Consent\n${name},${rows}`);
    await expect(page.getByLabel('How people consented')).toBeVisible();
    await page.getByRole('button', { name: 'Check the file' }).click();
    const report = page.getByRole('region', { name: 'Preview import' });
    await expect(report).toBeVisible();
    return { report, go: report.getByRole('button', { name: button }) };
  };
  const mail = `ottoline.${LETTERS}@people.example`;
  await (await bring('first.csv', `${mail},,`, 'Import 1 new patient')).go.click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toBeVisible();

  const { report, go } = await bring('second.csv', `${mail},(305) 555-0187,yes`, 'Update 1 patient');
  await expect(report.getByRole('region', { name: '1 record will change' })).toContainText(/Phoneempty.*\(305\) 555-0187/);
  await expect(report).toContainText('1 row with consent');
  await expectGoodInBothThemes(page);
  await go.click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toContainText('patients updated1');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('region', { name: 'Undone' })).toContainText('records restored1');
});

test('a workbook is refused with what to do, and may be removed', async ({ browser }) => {
  const page = await signedIn(browser);
  await choose(page, 'patients.xlsx.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await expect(page.getByRole('alert')).toContainText('Save it as CSV');
  await page.getByRole('button', { name: 'Remove this file' }).click();
  await expect(page.getByText('Choose a CSV file')).toBeVisible();
  await expect(page.getByRole('button', { name: /patients\.xlsx\.csv/ })).toHaveCount(0);
});

test('a front desk without that right is told so and offered no file to choose', async ({ browser }) => {
  const page = await signedIn(browser, 'frontdesk');
  await expect(page.getByText('Your role can’t import patients')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Choose a file' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Import history' })).toHaveCount(0);
});

test('no step of an import has anything that axe objects to', async ({ browser }) => {
  const page = await signedIn(browser);
  await expect(page.getByRole('region', { name: 'Import history' }).getByText(/No imports yet|people/).first()).toBeVisible();
  await expectGoodInBothThemes(page);
  await choose(page, 'looks.csv', FILE);
  await expect(page.getByRole('region', { name: 'Match columns' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('region', { name: 'Preview import' }).getByRole('row', { name: /Phone could not/ })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Remove this file' }).click();
  await expect(page.getByText('Choose a CSV file')).toBeVisible();
});
