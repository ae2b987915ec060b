import { expect, test, type Locator, type Page } from '../test';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const SETTINGS = '/dashboard/downtown-medspa/settings';
const PARTS = ['practice', 'locations', 'people', 'services', 'recall', 'contact', 'mia', 'consent', 'retention', 'websites', 'plan'];

/** The owner at a part of the settings. */
async function ownerAt(page: Page, part: string): Promise<void> {
  await openSignedIn(page, `${SETTINGS}/${part}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const row = (page: Page, list: string, words: string): Locator =>
  region(page, list).getByRole('listitem').filter({ hasText: words });

test('two who edit the same part: the second sees what the first changed, and neither loses a word', async ({ page, browser }) => {
  await ownerAt(page, 'mia');
  const other = await (await browser.newContext()).newPage();
  await ownerAt(other, 'mia');

  const greeting = page.getByLabel('Greeting');
  const before = await greeting.inputValue();
  await greeting.fill(`${before} How may I help?`);
  await other.getByLabel('Hand-off number').fill('nobody');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Enter a complete phone number')).toBeVisible();
  await other.getByLabel('Hand-off number').fill('(305) 555-0177');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Saved.')).toBeVisible();
  await expect(other.getByLabel('Hand-off number')).toHaveValue('(305) 555-0177');

  const note = page.getByRole('alert').filter({ hasText: 'Someone else changed this' });
  await expect(note).toContainText('Hand-off number: (305)');
  await expect(note).toContainText('(305) 555-0177');
  await note.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(page.getByLabel('Hand-off number')).toHaveValue('(305) 555-0177');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(other.getByLabel('Greeting')).toHaveValue(`${before} How may I help?`);

  await greeting.fill('Something I never meant to keep');
  await page.getByRole('link', { name: 'Services' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(greeting).toHaveValue('Something I never meant to keep');
  await page.getByRole('link', { name: 'Services' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(`${SETTINGS}/services`);
  await expect(other.getByLabel('Greeting')).toHaveValue(`${before} How may I help?`);
});

test('a room is added, removed and taken back; a provider with visits is retired instead', async ({ page }) => {
  await ownerAt(page, 'people');
  await region(page, 'Rooms').getByRole('button', { name: 'Add room' }).click();
  const drawer = page.getByRole('dialog', { name: 'New room' });
  await drawer.getByLabel('Name').fill('Room of the east');
  await drawer.getByRole('button', { name: 'Save' }).click();
  const room = row(page, 'Rooms', 'Room of the east');
  await room.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove room' }).click();
  await expect(room).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(room).toBeVisible();

  const busy = region(page, 'Providers').getByRole('listitem').first();
  const name = await busy.getByRole('paragraph').first().innerText();
  await busy.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove provider' }).click();
  const reason = page.getByRole('dialog', { name: `${name} is in use` });
  await expect(reason).toContainText(/appointments? (is|are) booked with it; the next is/);
  await reason.getByRole('button', { name: 'Retire instead' }).click();
  await expect(busy).toContainText('Retired');
  await busy.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(busy).not.toContainText('Retired');
});

test('a changed answer is what Mia says in the next chat', async ({ page }) => {
  await ownerAt(page, 'mia');
  await region(page, 'Facts and FAQ').getByRole('button', { name: 'Add answer' }).click();
  const drawer = page.getByRole('dialog', { name: 'New answer' });
  await drawer.getByLabel('Topic').fill('Bicycles');
  await drawer.getByLabel('Answer').fill('The bicycle rack stands by the fountain.');
  await drawer.getByRole('button', { name: 'Add question' }).click();
  await drawer.getByRole('textbox', { name: 'Question 1' }).fill('Where can I leave my bicycle?');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Facts and FAQ', 'Bicycles').first()).toBeVisible();

  const origin = { Origin: new URL(page.url()).origin };
  const begun = await page.request.post('/api/widget/chats', { data: {}, headers: origin });
  const { chat_id, token } = (await begun.json()) as { chat_id: string; token: string };
  const answered = await page.request.post(`/api/widget/chats/${chat_id}/messages`, {
    data: { text: 'Where can I leave my bicycle?' },
    headers: { ...origin, Authorization: `Bearer ${token}` },
  });
  expect(await answered.text()).toContain('The bicycle rack stands by the fountain.');
});

test('the settings have nothing that axe objects to', async ({ page }) => {
  test.slow(); // twelve screens at three widths in two themes
  await ownerAt(page, 'practice');
  for (const part of PARTS) {
    await page.goto(`${SETTINGS}/${part}`);
    await expect(page.getByRole('main').getByRole('region').first()).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectGoodInBothThemes(page);
  }
  await page.goto(`${SETTINGS}/locations`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectDialogGoodInBothThemes(page);
});

test('whoever does not lead the practice sees that settings are not theirs', async ({ page }) => {
  await openSignedIn(page, `${SETTINGS}/practice`, 'readonly');
  await expect(page.getByText('Only owners and managers can view settings.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
});

test('the hours of a day are copied to others, and a service picks its recall group with the interval in view', async ({ page }) => {
  await ownerAt(page, 'locations');
  const places = region(page, 'Locations and hours');
  await places.getByRole('button', { name: 'Add location' }).click();
  const drawer = page.getByRole('dialog', { name: 'New location' });
  await drawer.getByLabel('Name').fill('Harbor Annex');
  await drawer.getByLabel('Address').fill('9 Pier Road, Miami, Florida 33132');
  await drawer.getByRole('button', { name: 'Add hours on Monday' }).click();
  await drawer.getByLabel('Monday from').fill('10:00');
  await drawer.getByRole('button', { name: 'Copy Monday to other days' }).click();
  await drawer.getByRole('checkbox', { name: 'Friday' }).uncheck();
  await drawer.getByRole('button', { name: 'Copy', exact: true }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  const place = row(page, 'Locations and hours', 'Harbor Annex');
  await expect(place).toContainText('Mon to Thu 10:00 AM to 6:00 PM');
  await place.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove location' }).click();
  await expect(place).toHaveCount(0);

  await page.goto(`${SETTINGS}/services`);
  await region(page, 'Services').getByRole('button', { name: 'Add service' }).click();
  const group = page.getByRole('dialog', { name: 'New service' }).getByLabel('Recall group');
  await group.selectOption('Perio maintenance, due after 15 weeks');
  await group.selectOption('New group...');
  await expect(page.getByLabel('New recall group')).toHaveValue('');
});

test('what is written to support is sent, and someone with several clinics changes between them', async ({ page }) => {
  await openSignedIn(page, '/dashboard/downtown-medspa/support', 'group');
  const words = `The calendar is empty since noon ${Date.now()}`;
  const form = region(page, 'Write to support');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByRole('alert')).toHaveText('Write what we can help with.');
  await form.getByLabel('Message').fill(words);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByRole('status')).toHaveText('Message sent.');
  await expect.poll(async () => (await page.request.get('/sandbox/mail')).text()).toContain(words);

  await page.getByLabel('Switch clinic').click();
  await page.getByRole('link', { name: /^Harbor/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/harbor-dental$/);
});
