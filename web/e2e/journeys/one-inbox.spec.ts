import { expect, test } from '../test';
import { expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const PATIENT = 'Hannah Tran';

test('the front desk writes to a patient in one conversation with their calls, the patient beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 });
  await openSignedIn(page, '/dashboard/downtown-medspa/messages', 'frontdesk');
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('searchbox', { name: 'To' }).fill(PATIENT);
  await dialog.getByRole('button', { name: new RegExp(PATIENT) }).first().click();

  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect(conversation.getByPlaceholder('Write a message')).toBeInViewport({ ratio: 1 });
  await expect(conversation.getByPlaceholder('Write a message')).toBeFocused();
  await expect(conversation.getByText(/^(Text|Email) allowed$|^Not now: /)).toBeVisible();
  const patient = conversation.getByRole('complementary', { name: 'Patient' });
  await expect(patient).toContainText('Next visit');
  await expectGoodInBothThemes(page);

  await page.setViewportSize({ width: 1360, height: 900 });
  const owner = conversation.getByRole('button', { name: /^Assign/ });
  const give = async (to: RegExp) => {
    const answered = page.waitForResponse((it) => it.request().postData()?.includes('assignee_id') ?? false);
    await owner.click();
    await page.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: to }).click();
    const answer = await answered;
    expect(answer.status(), answer.ok() ? '' : await answer.text()).toBe(204);
  };
  const had = await owner.innerText();
  await give(/^Elena/);
  await expect(owner).toHaveText('Assigned to Elena Marchetti');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(owner).toHaveText(had);
  await give(/^Me/);
  await expect(owner).toHaveText('Assigned to me');
  // Conversations of other journeys may wait, too.
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const unread = async () => Number(/Messages (\d+) unread/.exec(await pages.ariaSnapshot())?.[1] ?? 0);
  const before = await unread();
  await conversation.getByRole('button', { name: 'Mark as unread' }).click();
  await expect.poll(unread).toBe(before + 1);
  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByRole('button', { name: /^Mine/ }).click();
  await list.getByRole('button', { name: new RegExp(`${PATIENT}.*unread`) }).click();
  await expect.poll(unread).toBe(before);

  await conversation.getByRole('log', { name: 'Messages' }).getByRole('link', { name: 'Call' }).last().click();
  await expect(page.getByRole('dialog')).toContainText('Transcript');
});
