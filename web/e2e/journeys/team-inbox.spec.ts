import type { Page } from '@playwright/test';
import { expect, test } from '../test';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const PATIENT = 'Okafor';
const MESSAGES = '/dashboard/downtown-medspa/messages';

async function writeTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('searchbox', { name: 'To' }).fill(name);
  await dialog.getByRole('button', { name: new RegExp(name) }).first().click();
}

test('the team leaves itself a note in a conversation, by keyboard, and its author deletes it', async ({ page, browser }) => {
  await openSignedIn(page, MESSAGES, 'frontdesk');
  await writeTo(page, PATIENT);
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await conversation.getByRole('button', { name: 'Note', exact: true }).press('Enter');
  await page.keyboard.type('Prefers Sofia; call after lunch');
  await page.keyboard.press('Control+Enter');
  const log = conversation.getByRole('log', { name: 'Messages' });
  await expect(log).toContainText(/Prefers Sofia; call after lunch.*Note · You/);
  await expectGoodInBothThemes(page);

  // A colleague reads it, and may not delete it.
  const address = page.url();
  const other = await browser.newPage();
  await openSignedIn(other, address, 'provider');
  const theirs = other.getByRole('log', { name: 'Messages' });
  await expect(theirs).toContainText(/Prefers Sofia; call after lunch.*Note · (?!You)/);
  await expect(theirs.getByRole('button', { name: 'Delete note' })).toHaveCount(0);
  await expect(other.getByPlaceholder('Write a note for your team')).toBeVisible();
  await other.close();

  await log.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await expect(log).not.toContainText('Prefers Sofia');
});

test('a manager saves a reply, and the front desk inserts it with the patient’s name by keyboard', async ({ page, browser }) => {
  await openSignedIn(page, MESSAGES, 'manager');
  await writeTo(page, PATIENT);
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await conversation.getByPlaceholder('Write a message').fill('Hi {first name}, we open at nine. {practice}');
  await conversation.getByRole('button', { name: 'Saved replies' }).click();
  await page.getByRole('button', { name: 'New reply' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Opening hours');
  await expectDialogGoodInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save reply' }).click();
  await expect(dialog.getByText('Opening hours')).toBeVisible();

  const desk = await browser.newPage();
  await openSignedIn(desk, page.url(), 'frontdesk');
  const box = desk.getByPlaceholder('Write a message');
  await box.press('/');
  await expect(desk.getByRole('option', { name: /Opening hours/ })).toBeVisible();
  await expectDialogGoodInBothThemes(desk);
  await desk.keyboard.type('nine');
  await desk.keyboard.press('Enter');
  await expect(box).toHaveValue(/^Hi \w+, we open at nine\. Downtown Medspa$/);
  await expect(box).toBeFocused();
  await desk.close();
});
