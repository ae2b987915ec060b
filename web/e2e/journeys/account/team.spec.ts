import { expect, test, type Locator, type Page } from '../../test';
import { Clinic } from '../steps/clinic';
import { linkFromEmail } from '../steps/mailbox';
import { Newcomer, Office } from '../steps/newcomer';
import { openSignedIn } from '../steps/signed-in';

const TEAM = '/dashboard/downtown-medspa/team';

/** The owner on the team page, reached by the navigation. */
async function ownerAtTeam(page: Page): Promise<void> {
  await openSignedIn(page, '/dashboard/downtown-medspa');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL(TEAM);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
}

const rowOf = (page: Page, region: string, words: string): Locator =>
  page.getByRole('region', { name: region }).getByRole('listitem').filter({ hasText: words });

const manage = (page: Page, email: string) => rowOf(page, 'Members', email).getByRole('button', { name: 'Manage' });

test('somebody is invited, joins, gets another role, and is out at the next request when disabled', async ({ page, browser }) => {
  const who = new Newcomer('Noor Haddad');
  await ownerAtTeam(page);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const form = page.getByRole('dialog', { name: 'Invite someone' });
  await form.getByLabel('Email').fill(who.email);
  await form.getByRole('radio', { name: /^Front Desk/ }).check();
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Invite someone' })).toBeFocused();
  await expect(rowOf(page, 'Pending invites', who.email)).toContainText('Front Desk · invited by Elena Marchetti');

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(await linkFromEmail(page.request, who.email, '/accept-invite'));
  await theirs.getByLabel('Your name').fill(who.name);
  await theirs.getByLabel('Password', { exact: true }).fill(who.password);
  await theirs.getByRole('button', { name: 'Set Password' }).click();
  await expect(theirs).toHaveURL('/dashboard/downtown-medspa');

  await page.reload();
  await expect(rowOf(page, 'Pending invites', who.email)).toHaveCount(0);
  await manage(page, who.email).click();
  const drawer = page.getByRole('dialog', { name: who.name });
  await drawer.getByRole('radio', { name: /^Read-only/ }).check();
  await drawer.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByText(`Role of ${who.name} changed.`)).toBeVisible();
  await expect(rowOf(page, 'Members', who.email)).toContainText('Read-only');

  // A change of rights begins a new session, so they log in again, and see less.
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login/);
  await new Clinic(theirs).fillLogin(who);
  await expect(theirs).toHaveURL(/\/dashboard\/downtown-medspa/);
  await expect(theirs.getByText('Read-only').first()).toBeVisible();

  await drawer.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog', { name: `Disable ${who.name}?` }).getByRole('button', { name: 'Yes, disable' }).click();
  await expect(page.getByText(`${who.name} is disabled.`)).toBeVisible();
  expect((await theirs.request.get('/api/clinics/downtown-medspa')).status()).toBe(401);
  await theirs.goto('/dashboard/downtown-medspa');
  await expect(theirs).toHaveURL(/\/login/);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, 'Members', who.email)).toContainText('Disabled');
  await expect(manage(page, who.email)).toBeFocused();
});

test('a member is removed after a yes, and an invite is sent again and taken back', async ({ page, browser }) => {
  const who = await Newcomer.join(browser, 'Bruno Keller');
  await ownerAtTeam(page);
  await manage(page, who.email).click();
  await page.getByRole('button', { name: 'Remove from the practice' }).click();
  await page.getByRole('dialog', { name: `Remove ${who.name}?` }).getByRole('button', { name: 'Yes, remove' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowOf(page, 'Members', who.email)).toHaveCount(0);

  const guest = new Newcomer('Ines Duarte');
  const first = await (await Office.signIn(browser)).invite(guest.email);
  await page.reload();
  await page.getByRole('button', { name: `Resend to ${guest.email}` }).click();
  await expect(page.getByText(`A new email is on its way to ${guest.email}.`)).toBeVisible();
  await expect.poll(() => linkFromEmail(page.request, guest.email, '/accept-invite')).not.toBe(first);
  await page.getByRole('button', { name: `Revoke the invite for ${guest.email}` }).click();
  await page.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(rowOf(page, 'Pending invites', guest.email)).toHaveCount(0);
});

test('a practice never loses its last administrator, and says so in place', async ({ page, browser }) => {
  const group = { email: 'group@downtown-medspa.example', password: 'clear-skin-clear-line' };
  const office = await Office.signIn(browser, group);
  const { items } = (await (await office.request.get('/api/clinics/harbor-dental/members')).json()) as {
    items: { id: string; role: string; is_you: boolean }[];
  };
  for (const { id } of items.filter(({ role, is_you }) => role === 'owner' && !is_you)) {
    await office.send('delete', `/api/clinics/harbor-dental/members/${id}`);
  }
  await page.goto('/login?next=/dashboard/harbor-dental/team');
  await new Clinic(page).fillLogin(group);
  await page.getByRole('button', { name: 'Manage Harper Lin' }).click();
  const drawer = page.getByRole('dialog', { name: 'Harper Lin' });
  await drawer.getByRole('radio', { name: /^Manager/ }).check();
  await drawer.getByRole('button', { name: 'Save role' }).click();
  await expect(drawer.getByRole('alert')).toHaveText('A practice needs at least one Clinic Administrator.');
});
