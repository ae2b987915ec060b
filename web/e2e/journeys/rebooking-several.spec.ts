import { expect, test } from '../test';
import { Clinic } from './steps/clinic';
import { open, reachable } from './steps/recalls';

test('a message is edited, scheduled and canceled, and several patients get one, with a reason for each who does not', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const center = clinic.page.getByRole('region', { name: 'Patient Rebooking Center' });
  const [first = '', second = '', third = ''] = await reachable(clinic.page, 'text', 3);

  const details = await open(clinic, first);
  await details.getByRole('button', { name: 'Send Follow-Up Message with Mia' }).click();
  const dialog = clinic.page.getByRole('dialog', { name: 'Confirm Follow-Up Message' });
  await dialog.getByRole('textbox', { name: 'Message' }).fill('We kept a quiet afternoon for you.');
  await expect(dialog.getByRole('group', { name: 'The whole message' })).toContainText(/We kept a quiet afternoon for you\. .*STOP/);
  await dialog.getByLabel('When').selectOption('At a day and time');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  const planned = details.getByRole('region', { name: 'Scheduled contact' });
  await expect(planned).toContainText('We kept a quiet afternoon for you.');
  await planned.getByRole('button', { name: 'Cancel the message' }).click();
  await expect(planned).toBeHidden();

  for (const name of ['Due since', 'Value', 'Last contact']) await expect(center.getByRole('columnheader', { name })).toBeVisible();
  await center.getByRole('switch', { name: 'Select several' }).click();
  await center.getByPlaceholder('Search patients...').fill('');
  await expect(center.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await center.getByRole('button', { name: 'Select all on this page' }).click();
  await expect(center.getByText('10 patients selected')).toBeVisible();
  await center.getByRole('button', { name: 'Clear' }).click();
  for (const name of [second, third]) {
    await center.getByPlaceholder('Search patients...').fill(name);
    await center.getByRole('checkbox', { name: `Select ${name}` }).first().check();
  }
  await center.getByPlaceholder('Search patients...').fill('');
  await center.getByLabel('Group of patients').selectOption('All Patients');
  const blocked = center.getByRole('row').filter({ hasText: 'Can’t be contacted' }).first();
  await blocked.getByRole('checkbox').check();

  const panel = center.getByRole('complementary', { name: 'Selected patients' });
  await expect(panel.getByText('Ready, by text')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Send Follow-Up Message with Mia' }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(panel.getByText('2 contacted, 0 scheduled, 1 not contacted')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Contacted', exact: true })).toContainText(second);
  await expect(panel.getByRole('region', { name: 'Not contacted' }).locator('span')).toHaveText(/\w+\. .+\./);
});
