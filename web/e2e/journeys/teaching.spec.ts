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

/** Saves what is Mia's part of the settings, and waits until it is on record. */
async function save(page: Page) {
  const button = page.getByRole('region', { name: 'Mia', exact: true }).getByRole('button', { name: 'Save' });
  await button.click();
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();
  await expect(button).toBeDisabled();
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
  await drawer.getByText('In Spanish (optional)').click();
  await drawer.getByLabel('Answer in Spanish').fill('Sí, se llama GuestNet y no pide contraseña.');
  await drawer.getByRole('button', { name: 'Try this answer' }).click();
  await drawer.getByLabel('Write as a patient would').fill('do you have wifi?');
  await drawer.getByLabel('Write as a patient would').press('Enter');
  await expect(drawer.getByRole('log').getByText('GuestNet')).toBeVisible();
  await expectDialogGoodInBothThemes(page);
  await drawer.getByRole('button', { name: 'Save answer' }).click();
  await expect(questions(page).getByText(QUESTION, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Facts and FAQ' }).getByText('GuestNet')).toBeVisible();
  expect(await askMia(request, 'do you have wifi?')).toContain('it is called GuestNet');
  expect(await askMia(request, '¿tienen wifi?')).toContain('Sí, se llama GuestNet y no pide contraseña.');
});

test('what Mia may do is tried before it is saved, and holds once it is', async ({ page, request }) => {
  expect(await askMia(request, 'how much is Botox?')).toContain('$');
  await openSignedIn(page, MIA);
  const mia = page.getByRole('region', { name: 'Mia', exact: true });
  await mia.getByRole('switch', { name: 'Tell prices' }).click();
  await mia.getByRole('switch', { name: 'Use the waiting list' }).click();
  const trial = page.getByRole('region', { name: 'Try Mia' });
  await trial.getByLabel('Write as a patient would').fill('how much is Botox?');
  await trial.getByLabel('Write as a patient would').press('Enter');
  await expect(trial.getByRole('log')).toContainText('Our team will gladly tell you what that costs.');
  expect(await askMia(request, 'how much is Botox?')).toContain('$');
  await save(page);
  await expect(async () => expect(await askMia(request, 'how much is Botox?')).not.toContain('$')).toPass();

  await mia.getByRole('switch', { name: 'Tell prices' }).click();
  await mia.getByRole('switch', { name: 'Use the waiting list' }).click();
  await mia.getByRole('button', { name: 'Save' }).click();
  await expect(async () => expect(await askMia(request, 'how much is Botox?')).toContain('$')).toPass();
});

test('the team takes calls at set times; otherwise another phone rings, or Mia says when it calls back', async ({ page }) => {
  await openSignedIn(page, MIA);
  const mia = page.getByRole('region', { name: 'Mia', exact: true });
  await mia.getByLabel('At set times').check();
  const times = mia.getByRole('group', { name: 'Times for calls' });
  const removals = times.getByRole('button', { name: /^Remove/ });
  await expect(removals.first()).toBeVisible();
  for (let left = await removals.count(); left > 0; left -= 1) await removals.first().click();
  await times.getByRole('button', { name: 'Add hours on Monday' }).click();
  await times.getByLabel('Monday from', { exact: true }).fill('03:00');
  await times.getByLabel('Monday to', { exact: true }).fill('03:01');

  const trial = page.getByRole('region', { name: 'Try Mia' });
  for (const line of ['a person please', 'Ana Ruiz, 305 555 0142']) {
    await trial.getByLabel('Write as a patient would').fill(line);
    await trial.getByLabel('Write as a patient would').press('Enter');
    await expect(trial.getByLabel('Write as a patient would')).toHaveValue('');
  }
  await expect(trial.getByRole('log')).toContainText(/when they take calls again, Monday, .* at 3:00 AM/);

  await mia.getByLabel('Overflow number').fill(await mia.getByLabel('Hand-off number').inputValue());
  await mia.getByRole('button', { name: 'Save' }).click();
  await expect(mia.getByText('This is the hand-off number.')).toBeVisible();
  await mia.getByLabel('Overflow number').fill('(305) 555-0188');
  await expectGoodInBothThemes(page);
  await save(page);
  await page.reload();
  await expect(mia.getByLabel('Overflow number')).toHaveValue('(305) 555-0188');
  await expect(times.getByLabel('Monday from', { exact: true })).toHaveValue('03:00');

  await mia.getByLabel('During opening hours').check();
  await mia.getByLabel('Overflow number').fill('');
  await save(page);
});

test('the practice hears how Mia says a name, and writes how it is to be said', async ({ page }) => {
  const heard: number[] = [];
  await page.exposeFunction('noteSeconds', (seconds: number) => heard.push(seconds));
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = async function () {
      await play.call(this);
      (window as unknown as { noteSeconds: (seconds: number) => void }).noteSeconds(this.duration);
    };
  });
  await openSignedIn(page, MIA);
  const mia = page.getByRole('region', { name: 'Mia', exact: true });
  const hear = async (what: string) => {
    const before = heard.length;
    await mia.getByRole('button', { name: `Hear “${what}”` }).click();
    await expect(() => expect(heard.length).toBe(before + 1)).toPass();
    return heard[before] ?? 0;
  };
  await mia.getByLabel('Another word').fill('Nguyễn');
  await mia.getByRole('button', { name: 'Add', exact: true }).click();
  const asSpelled = await hear('Nguyễn');
  expect(asSpelled).toBeGreaterThan(0.2);
  await mia.getByLabel('Say “Nguyễn” as').fill('Nwin, which is a very common name');
  expect(await hear('Nguyễn')).toBeGreaterThan(asSpelled);
  await hear('Tuesday, November 24th at 2:30 PM.');
  await expectGoodInBothThemes(page);

  await save(page);
  await page.reload();
  await expect(mia.getByLabel('Say “Nguyễn” as')).toHaveValue('Nwin, which is a very common name');
  await mia.getByLabel('Say “Nguyễn” as').fill('');
  await save(page);
});

test('a chat with a thumb down is kept with invented people, reviewed in the settings, and deleted', async ({ page, request }) => {
  const name = 'Quinlan Abernathy';
  await askMia(request, `My name is ${name}, 305 555 0177. I'd like someone to call me back about parking.`);
  await openSignedIn(page, '/dashboard/downtown-medspa');
  await page.getByRole('region', { name: 'Call & Message History' }).getByRole('link', { name }).first().click();
  const entry = page.getByRole('dialog', { name });
  await entry.getByRole('button', { name: 'Thumbs down' }).click();
  await entry.getByRole('textbox', { name: 'What should have happened?' }).fill(`Tell ${name} about parking.`);
  await entry.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. Thanks for teaching Mia.')).toBeVisible();

  await page.goto(MIA);
  const kept = page.getByRole('region', { name: 'Conversations to learn from' });
  const row = kept.getByRole('listitem').filter({ hasText: 'about parking.' });
  await expect(row).toContainText('To review');
  await expect(row).not.toContainText('Quinlan');
  await row.getByRole('button', { name: /^Review/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Review conversation' });
  const said = drawer.getByLabel(/^Patient, line/).first();
  await expect(said).toHaveValue(/^My name is Maya Collins, 305 555 01\d\d\. I'd like someone/);
  await drawer.getByLabel('A person').selectOption('Someone calls back');
  await expectDialogGoodInBothThemes(page);
  await drawer.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(row).toContainText('Reviewed');
  await expectGoodInBothThemes(page);

  await row.getByRole('button', { name: /^Open/ }).click();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this conversation?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});
