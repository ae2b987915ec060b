import { expect, test, type APIRequestContext, type Page } from '../test';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const MIA = '/dashboard/downtown-medspa/settings/mia';
const QUESTION = 'Is there wifi for guests?';

/** A visitor asks Mia something in writing and leaves; what she said. */
async function askMia(request: APIRequestContext, text: string): Promise<string> {
  const headers = { origin: new URL(process.env['E2E_URL'] ?? '').origin };
  const { chat_id, token } = await (await request.post('/api/widget/chats', { data: {}, headers })).json();
  const told = { ...headers, authorization: `Bearer ${token}` };
  const answered = await request.post(`/api/widget/chats/${chat_id}/messages`, { data: { text }, headers: told });
  await request.post(`/api/widget/chats/${chat_id}/end`, { data: { token }, headers });
  return JSON.stringify(await answered.json());
}

const questions = (page: Page) => page.getByRole('region', { name: 'Questions Mia couldn’t answer' });

test('what Mia could not answer is answered once in the settings, and she knows it from then on', async ({ page, request }) => {
  expect(await askMia(request, QUESTION)).not.toContain('GuestNet');
  await expect(async () => {
    await openSignedIn(page, MIA);
    await expect(questions(page).getByText(QUESTION, { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectGoodInBothThemes(page);

  await questions(page).getByRole('button', { name: `Answer “${QUESTION}”` }).click();
  const drawer = page.getByRole('dialog', { name: 'Teach Mia the answer' });
  await drawer.getByLabel('Topic').fill('Wi-Fi');
  await drawer.getByLabel('Answer').fill('Yes, it is called GuestNet and needs no password.');
  await drawer.getByRole('button', { name: 'Try this answer' }).click();
  await drawer.getByLabel('Write as a patient would').fill('do you have wifi?');
  await drawer.getByLabel('Write as a patient would').press('Enter');
  await expect(drawer.getByRole('log').getByText('GuestNet')).toBeVisible();
  await expectDialogGoodInBothThemes(page);
  await drawer.getByRole('button', { name: 'Save answer' }).click();
  await expect(questions(page).getByText(QUESTION, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Facts and FAQ' }).getByText('GuestNet')).toBeVisible();
  expect(await askMia(request, 'do you have wifi?')).toContain('GuestNet');
});
