import { expect, test } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const PATIENT = 'Okafor';
const MESSAGES = '/dashboard/downtown-medspa/messages';

test('the team leaves itself a note in a conversation, by keyboard, and its author deletes it', async ({ page, browser }) => {
  await openSignedIn(page, MESSAGES, 'frontdesk');
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('searchbox', { name: 'Patient' }).fill(PATIENT);
  await dialog.getByRole('button', { name: new RegExp(PATIENT) }).first().click();

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
