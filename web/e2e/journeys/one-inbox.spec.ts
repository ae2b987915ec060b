import { expect, test } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

test('a patient is written to from their task, in one conversation with their calls', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 });
  await openSignedIn(page, '/dashboard/downtown-medspa/tasks?kind=call_back', 'frontdesk');
  await page.keyboard.press('j');
  const patient = page.getByRole('complementary', { name: 'Patient' });
  await patient.getByRole('link', { name: 'Text' }).click();
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect(conversation.getByPlaceholder('Write a message')).toBeInViewport({ ratio: 1 });
  await expect(conversation.getByText(/^(Text allowed|Not now: )/)).toBeVisible();
  await expect(patient).toContainText('Next visit');
  await conversation.getByRole('log', { name: 'Messages' }).getByRole('link', { name: 'Call' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Transcript');
  await page.keyboard.press('Escape');
  await expectGoodInBothThemes(page);
});
