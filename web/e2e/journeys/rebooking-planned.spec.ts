import { expect, test } from '../test';
import { Clinic } from './steps/clinic';
import { open, reachable } from './steps/recalls';
import { expectDialogGoodInBothThemes } from './steps/every-width';

test('a scheduled message is changed before it leaves, and several are written to in words seen for each of them', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const center = clinic.page.getByRole('region', { name: 'Patient Rebooking Center' });
  const [first = '', second = '', third = ''] = await reachable(clinic.page, 'text', 3);

  const details = await open(clinic, first);
  await details.getByRole('button', { name: 'Send Follow-Up Message with Mia' }).click();
  const asked = clinic.page.getByRole('dialog', { name: 'Confirm Follow-Up Message' });
  await asked.getByLabel('When').selectOption('At a day and time');
  await asked.getByRole('button', { name: 'Yes' }).click();
  const planned = details.getByRole('region', { name: 'Scheduled contact' });
  await planned.getByRole('button', { name: 'Edit' }).click();
  const change = clinic.page.getByRole('dialog', { name: 'Change the scheduled message' });
  await change.getByRole('textbox', { name: 'Message' }).fill('We kept a quiet afternoon for you.');
  await change.getByLabel('Time').fill('14:30');
  await change.getByRole('button', { name: 'Save changes' }).click();
  await expect(planned).toContainText('We kept a quiet afternoon for you.');
  await expect(planned).toContainText('2:30 PM');

  // The history leads to it as well.
  await clinic.callsOf(first).first().getByRole('link').click();
  await clinic.page.getByRole('dialog').getByRole('link', { name: 'Edit before it leaves' }).click();
  await expect(change.getByRole('textbox', { name: 'Message' })).toHaveValue('We kept a quiet afternoon for you.');
  await change.getByRole('button', { name: 'Leave as it is' }).click();
  const row = clinic.page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'Scheduled' }).first();
  await row.getByRole('link', { name: 'Edit' }).click();
  await expect(change).toBeVisible();
  await clinic.page.goto('/dashboard/downtown-medspa');

  await center.getByRole('switch', { name: 'Select several' }).click();
  for (const name of [second, third]) {
    await center.getByPlaceholder('Search patients...').fill(name);
    await center.getByRole('checkbox', { name: `Select ${name}` }).first().check();
  }
  const panel = center.getByRole('complementary', { name: 'Selected patients' });
  await panel.getByRole('button', { name: 'Send Follow-Up Message with Mia' }).click();
  await asked.getByRole('textbox', { name: 'Message' }).fill('Dear {first name}, {reason} Mornings are quiet.');
  await asked.getByLabel('When').selectOption('At a day and time');
  const examples = asked.getByRole('region', { name: 'What each gets' });
  for (const name of [second, third]) {
    const example = examples.getByRole('listitem').filter({ hasText: name });
    await expect(example).toContainText(new RegExp(`Dear ${name.split(' ')[0]}, .+ Mornings are quiet\\. .*STOP`));
  }
  await expectDialogGoodInBothThemes(clinic.page);
  await asked.getByRole('button', { name: 'Yes' }).click();
  await expect(panel.getByText('0 contacted, 2 scheduled, 0 not contacted')).toBeVisible();
});
