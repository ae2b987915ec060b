import { expect, test, type BrowserContext, type Page } from '../test';
import { Clinic } from './steps/clinic';
import { expectGoodInBothThemes } from './steps/every-width';
import { SandboxPhone } from './steps/sandbox-phone';
import { reachable } from './steps/recalls';

/** A Wednesday in which no other journey books. */
const DAY = wednesdayAhead();

function wednesdayAhead(): string {
  const day = new Date(Date.now() + 28 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

interface Alternative {
  starts_at: string;
  provider_id: string;
}

/** Somebody tells the practice that they want no texts; what it has to tell them then comes by email. */
async function wantsNoTexts(page: Page, name: string): Promise<void> {
  const home = '/api/clinics/downtown-medspa/patients';
  const headers = { Origin: new URL(page.url()).origin };
  const search = { query: name, group: 'all', page: 1, page_size: 10 };
  const { items } = (await (await page.request.post(`${home}/search`, { headers, data: search })).json()) as { items: { id: string }[] };
  const refusal = { source: 'phone', channel: 'sms', message_classes: ['reminder'] };
  const noted = await page.request.post(`${home}/${items[0]!.id}/refusals`, { headers, data: refusal });
  expect(noted.ok(), await noted.text()).toBe(true);
}

/** Staff book a visit for somebody, who is told of it. */
async function bookFor(page: Page, name: string): Promise<void> {
  const home = '/api/clinics/downtown-medspa';
  const headers = { Origin: new URL(page.url()).origin };
  const search = { query: name, group: 'all', page: 1, page_size: 10 };
  const { items } = (await (await page.request.post(`${home}/patients/search`, { headers, data: search })).json()) as { items: { id: string }[] };
  const { providers } = (await (await page.request.get(`${home}/calendar?from=${DAY}`)).json()) as {
    providers: { id: string; service_ids: string[] }[];
  };
  const provider = providers.find(({ service_ids: services }) => services.length > 0)!;
  const visit = { patient_id: items[0]!.id, service_id: provider.service_ids[0], idempotency_key: `visit-page-${Date.now()}` };
  const place = { starts_at: `${DAY}T03:00:00Z`, provider_id: provider.id };
  const refused = await page.request.post(`${home}/appointments`, { headers, data: { ...visit, ...place } });
  expect(refused.status()).toBe(409);
  const { alternatives } = (await refused.json()) as { alternatives: Alternative[] };
  const { starts_at, provider_id } = alternatives[0]!;
  const booked = await page.request.post(`${home}/appointments`, { headers, data: { ...visit, starts_at, provider_id } });
  expect(booked.status(), await booked.text()).toBe(201);
}

test('from the link in a text a patient sees a visit, moves it, and cancels it, without signing in', async ({ browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'text', 1);
  await bookFor(clinic.page, name);
  const phone = await SandboxPhone.of(browser, name);
  await phone.isTexted(/your appointment is booked for .* Move or cancel it: http/);
  const opened = phone.page.context().waitForEvent('page');
  await phone.device.getByRole('link', { name: /\/v\// }).last().click();
  const visit = await opened;
  const [first = '', last = ''] = name.split(' ');
  await expect(visit.getByRole('heading', { name: `${first}, here is your appointment` })).toBeVisible();
  await expect(visit.locator('body')).not.toContainText(last);
  await expect(visit.locator('body')).not.toContainText(/botox|filler|facial|peel|laser|cleaning|Dr\./i);
  await expectGoodInBothThemes(visit);

  const before = await visit.getByRole('time').or(visit.locator('time')).first().getAttribute('datetime');
  await visit.getByRole('link', { name: 'Choose another time' }).click();
  await expect(visit.getByRole('heading', { name: 'Choose another time' })).toBeVisible();
  await expectGoodInBothThemes(visit);
  await visit.getByRole('radio').first().focus();
  await visit.keyboard.press('Space');
  await visit.getByRole('button', { name: 'Move my appointment' }).click();
  await expect(visit.getByText('Done. Your appointment has a new time.')).toBeVisible();
  expect(await visit.locator('time').getAttribute('datetime')).not.toBe(before);

  await visit.getByRole('link', { name: 'Cancel this appointment' }).click();
  await expect(visit.getByRole('heading', { name: 'Cancel this appointment?' })).toBeVisible();
  await visit.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(visit.getByRole('heading', { name: 'Your appointment is canceled' })).toBeVisible();
  await expectGoodInBothThemes(visit);

  await phone.page.bringToFront();
  const again = phone.page.context().waitForEvent('page');
  await phone.device.getByRole('link', { name: /\/v\// }).last().click();
  await expect((await again).getByRole('heading', { name: 'Your appointment is canceled' }).or((await again).getByRole('heading', { name: 'This appointment was moved' }))).toBeVisible();
});

/** An email by itself in a window, as mail programs show it: headings and landmarks are theirs. */
async function expectMailGood(context: BrowserContext, address: string | null): Promise<void> {
  const mail = await context.newPage();
  await mail.goto(address ?? '');
  await expectGoodInBothThemes(mail, 'body > div');
  await mail.close();
}

const LINK = 'View, move or cancel your appointment';

test('from the button in an email a patient comes to the same page', async ({ page, browser }) => {
  const clinic = await Clinic.logIn(browser);
  const [name = ''] = await reachable(clinic.page, 'mail', 1);
  await wantsNoTexts(clinic.page, name);
  await bookFor(clinic.page, name);
  const [first = ''] = name.split(' ');
  const email = page.getByRole('article').filter({ hasText: new RegExp(`Hi ${first},.*${LINK}`, 's') }).first();
  await expect(async () => {
    await page.goto('/sandbox/mail');
    await expect(email).toBeVisible({ timeout: 1 });
  }).toPass();
  await email.getByText('As a mail program shows it').click();
  await expectMailGood(page.context(), await email.locator('iframe').getAttribute('src'));
  const opened = page.context().waitForEvent('page');
  await email.frameLocator('iframe').getByRole('link', { name: LINK }).click();
  const visit = await opened;
  await expect(visit.getByRole('heading', { name: `${first}, here is your appointment` })).toBeVisible();
  await expect(visit.getByRole('link', { name: 'Choose another time' })).toBeVisible();
});
