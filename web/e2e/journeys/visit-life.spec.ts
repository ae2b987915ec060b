import { expect, test, type Locator, type Page } from '../test';
import { openSignedIn } from './steps/signed-in';

const HOME = '/dashboard/downtown-medspa';
/** A test that is repeated brings in someone else. */
const LETTERS = [...String(Date.now() % 100_000)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const NEW = { name: `Winifred Lowe${LETTERS}`, phone: '(305) 555-0191' };

/** Books the patient today before the practice opens, when no one else is there, and opens the visit. */
async function bookToday(page: Page, time: string, who: (form: Locator) => Promise<void>): Promise<Locator> {
  await page.goto(`${HOME}/calendar?book=new`);
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await who(form);
  await form.getByLabel('Time', { exact: true }).fill(time);
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  await form.getByRole('button', { name: 'Book anyway' }).click();
  await expect(form).toBeHidden();
  const clock = `${Number(time.slice(0, 2)) || 12}:${time.slice(3)} AM`;
  await page.locator('[data-column]').getByRole('button', { name: new RegExp(`${NEW.name}.*${clock}`) }).click();
  return page.getByRole('dialog', { name: 'Appointment' });
}

test('a patient is checked in, what was done is charged, and who does not come is marked; their record shows it', async ({ page }, { retry }) => {
  await openSignedIn(page, HOME, 'frontdesk');
  const drawer = await bookToday(page, `0${retry}:30`, async (form) => {
    await form.getByRole('button', { name: 'New patient' }).click();
    await form.getByLabel('Full name').fill(NEW.name);
    await form.getByLabel('Phone').fill(NEW.phone);
    await form.getByRole('button', { name: 'Add patient' }).click();
    await expect(form.getByRole('button', { name: 'Add patient' })).toBeHidden();
  });
  const status = (words: string) => expect(drawer.getByRole('definition').filter({ hasText: words }).first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Check in' }).click();
  await status('Checked in');
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click();
  const done = page.getByRole('dialog', { name: 'Complete this appointment' });
  const treatment = done.getByLabel('Treatment');
  const service = (await treatment.locator('option').last().innerText()).trim();
  await treatment.selectOption(service);
  await done.getByLabel('Price in dollars').fill('1,234.50');
  await done.getByRole('button', { name: 'Complete', exact: true }).click();
  await status('Completed');
  await status(`${service}, $1,234.50`);

  await drawer.getByRole('link', { name: NEW.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: NEW.name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: service }).first()).toContainText('$1,234.50');

  await bookToday(page, `0${4 + retry}:30`, async (form) => {
    await form.getByLabel('Patient', { exact: true }).fill(NEW.name);
    await form.getByRole('list', { name: 'Patients found' }).getByRole('button', { name: NEW.name }).click();
  });
  await drawer.getByRole('button', { name: 'No-show' }).click();
  await status('No-show');
  await expect(drawer.getByRole('button', { name: 'Reopen' })).toBeVisible();
});
