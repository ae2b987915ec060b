import { expect, test, type Browser, type Page } from '../test';
import { Clinic } from './steps/clinic';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const PASSWORD = 'clear-skin-clear-line';
const LEADS = '**/api/clinics/downtown-medspa/temporary-leads';
const SITE = 'https://www.harbor.example';

async function open(page: Page, login = 'frontdesk'): Promise<void> {
  await openSignedIn(page, '/temp-crm', login);
  await expect(page.getByRole('heading', { level: 1, name: 'Temporary CRM' })).toBeVisible({ timeout: 20_000 });
}

async function another(browser: Browser, login: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await open(page, login);
  return page;
}

const dashboard = (page: Page) => page.getByRole('region', { name: 'Temporary Leads Dashboard' });
const cardOf = (page: Page, name: string) => dashboard(page).getByRole('listitem').filter({ hasText: name });
const figure = (page: Page, label: string) => dashboard(page).locator('dt', { hasText: label }).locator('+ dd');

async function capture(page: Page, name: string, phone = ''): Promise<void> {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('button', { name: 'Submit Lead' }).click();
  await expect(cardOf(page, name)).toBeVisible();
}

/** Has the practice settle which websites may show its form. */
async function nameWebsites(page: Page, origins: string[]): Promise<void> {
  const settings = '/api/clinics/downtown-medspa/settings';
  const { websites } = (await (await page.request.get(settings)).json()) as { websites: { version: string } };
  const headers = { Origin: new URL(page.url()).origin };
  const named = await page.request.put(settings, {
    headers,
    data: { section: 'websites', version: websites.version, value: { origins } },
  });
  expect(named.status(), await named.text()).toBe(200);
}

test('who is not signed in goes to the login, and from there back', async ({ page }) => {
  await page.goto('/temp-crm');
  await expect(page).toHaveURL('/login?next=%2Ftemp-crm');
  await new Clinic(page).fillLogin({ email: 'frontdesk@downtown-medspa.example', password: PASSWORD });
  await expect(page).toHaveURL('/temp-crm');
  await expect(page.getByRole('link', { name: 'Temporary CRM' }).first()).toHaveAttribute('aria-current', 'page');
});

test('a captured lead is live in another browser: added, corrected, kept, and counted for the day', async ({ page, browser }) => {
  await open(page);
  const other = await another(browser, 'manager');
  await expect(figure(other, "Today's Total")).toHaveText(/^\d+$/);
  const before = Number(await figure(other, "Today's Total").innerText());
  await expect(page.getByRole('button', { name: 'Submit Lead' })).toBeDisabled();
  await capture(page, 'Nadia Whitlock', '(305) 555-0161');
  await expect(page.getByText(/^Lead captured/)).toBeVisible();
  await expect(cardOf(other, 'Nadia Whitlock').getByRole('timer')).toHaveText(/^(29|30)m \d\ds$/);

  await cardOf(page, 'Nadia Whitlock').getByRole('button', { name: 'Edit Nadia Whitlock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit lead' });
  await dialog.getByLabel('Message').fill('Prefers mornings.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(cardOf(other, 'Nadia Whitlock')).toContainText('Prefers mornings.');

  await cardOf(other, 'Nadia Whitlock').getByRole('button', { name: 'Save as patient: Nadia Whitlock' }).click();
  await expect(other.getByText('Nadia Whitlock is kept as a patient.')).toBeVisible();
  await expect(cardOf(page, 'Nadia Whitlock')).toHaveCount(0);
  await expect(figure(page, "Today's Total")).toHaveText(String(before + 1));

  const center = page.getByRole('region', { name: 'Patient Rebooking Center' });
  await page.goto('/dashboard/downtown-medspa?group=all');
  await center.getByPlaceholder('Search patients...').fill('Nadia Whitlock');
  await expect(center.getByRole('rowheader', { name: 'Nadia Whitlock' })).toBeVisible();
});

test('empty, loading, failing and refused, the page says so', async ({ page, browser }) => {
  await page.route(LEADS, (route) => route.fulfill({ json: { items: [], today: 0, now: new Date().toISOString() } }));
  await open(page);
  await expect(dashboard(page).getByText('No temporary leads')).toBeVisible();

  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(LEADS, async (route) => {
    await held;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.reload();
  await expect(dashboard(page).getByRole('status')).toHaveText('Loading leads');
  answer();
  await expect(dashboard(page).getByRole('heading', { name: 'Error Loading Leads' })).toBeVisible({ timeout: 15_000 });
  await page.unroute(LEADS);
  await dashboard(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(dashboard(page).getByRole('heading', { name: 'Error Loading Leads' })).toHaveCount(0);

  await page.route(LEADS, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.getByLabel('Full Name').fill('Nadia Whitlock');
  await page.getByRole('button', { name: 'Submit Lead' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to submit lead' })).toBeVisible();

  const reader = await another(browser, 'readonly');
  await expect(dashboard(reader).getByText('Your role does not allow this.')).toBeVisible();
  await expect(reader.getByText('You can view leads but not add them.')).toBeVisible();
});

test('the form stands only on websites that the practice named, and what it sends is live', async ({ page, browser }) => {
  await open(page, 'owner');
  await nameWebsites(page, []);
  const snippet = await page.getByRole('region', { name: 'Your web form' }).getByRole('code').innerText();
  // Chromium asks before a page from elsewhere shows one of this machine.
  const visitor = await (await browser.newContext({ permissions: ['local-network-access'] })).newPage();
  const refusals: string[] = [];
  visitor.on('console', (message) => refusals.push(message.text()));
  await visitor.route(`${SITE}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Harbor</title><h1>Harbor</h1>${snippet}` }),
  );
  const form = visitor.frameLocator('iframe');
  await visitor.goto(SITE);
  await expect(form.getByLabel('Full Name')).toHaveCount(0);
  await expect.poll(() => refusals.join('\n')).toContain("frame-ancestors 'self'");

  await nameWebsites(page, [SITE]);
  await visitor.reload();
  await form.getByLabel('Full Name').fill('Theo Marlow');
  await form.getByLabel('Phone').fill('(305) 555-0162');
  await form.getByLabel('Treatment Interest').selectOption('Laser Treatments');
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(cardOf(page, 'Theo Marlow')).toContainText('Laser Treatments');
  await expect(cardOf(page, 'Theo Marlow')).toContainText('Web form');
});

test('the page and the form have nothing that axe objects to', async ({ page }) => {
  await open(page, 'owner');
  await capture(page, 'Ines Marlow', '(305) 555-0163');
  const leads = (await (await page.request.get('/api/clinics/downtown-medspa/temporary-leads')).json()) as { items: object[] };
  const [first] = leads.items;
  const expired = { ...first, id: 'tld_expired', name: 'Paul Whitlock', expires_at: '2020-01-01T00:00:00Z' };
  await page.route(LEADS, (route) => route.fulfill({ json: { ...leads, items: [first, expired] } }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(cardOf(page, 'Paul Whitlock').getByText('Expired')).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Edit Ines' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectDialogGoodInBothThemes(page);
  await page.keyboard.press('Escape');

  await page.goto((await page.getByRole('link', { name: 'Open the form' }).getAttribute('href')) ?? '');
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expectGoodInBothThemes(page);
});
