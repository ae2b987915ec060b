import { expect, test, type Page, type Route } from '../test';
import { signIn } from './steps/signed-in';

const CLINIC = '/dashboard/downtown-medspa';
/** The client asks once more by itself before it says that something failed. */
const PATIENTLY = { timeout: 20_000 };

interface PageOfClinic {
  path: string;
  /** Which call of the front office brings what the page is about. */
  asks: string;
  waiting: string;
  failed: string;
  /** Something of what comes. */
  comes: (page: Page) => ReturnType<Page['getByRole']>;
}

const PAGES: PageOfClinic[] = [
  {
    path: `${CLINIC}/patients`,
    asks: '**/api/clinics/downtown-medspa/patients/search',
    waiting: 'Loading patients',
    failed: 'Couldn’t load patients.',
    comes: (page) => page.getByRole('region', { name: 'All records' }).getByRole('row').nth(1),
  },
  {
    path: `${CLINIC}/patients/import`,
    asks: '**/api/clinics/downtown-medspa/patient-imports',
    waiting: 'Loading the files',
    failed: 'Couldn’t load previous imports.',
    comes: (page) => page.getByRole('region', { name: 'Import history' }).getByText(/No imports yet|rows?$/).first(),
  },
  {
    path: `${CLINIC}/leads`,
    asks: '**/api/clinics/downtown-medspa/leads?*',
    waiting: 'Loading the leads',
    failed: 'Couldn’t load leads.',
    comes: (page) => page.getByRole('region', { name: 'Pipeline' }).getByRole('heading', { name: /^New/ }).first(),
  },
  {
    path: `${CLINIC}/calendar`,
    asks: '**/api/clinics/downtown-medspa/calendar?*',
    waiting: 'Loading the calendar',
    failed: 'Couldn’t load the calendar.',
    comes: (page) => page.getByRole('button', { name: 'New appointment' }),
  },
  {
    path: `${CLINIC}/rebooking-analytics`,
    asks: '**/api/clinics/downtown-medspa/rebooking-analytics?*',
    waiting: 'Loading the analytics',
    failed: 'Couldn’t load the analytics.',
    comes: (page) => page.getByRole('region', { name: 'Forecast' }),
  },
  {
    path: `${CLINIC}/settings`,
    asks: '**/api/clinics/downtown-medspa/settings',
    waiting: 'Loading the settings',
    failed: 'Couldn’t load settings.',
    comes: (page) => page.getByRole('button', { name: 'Save' }).first(),
  },
  {
    path: '/dashboard/client/downtown-medspa',
    asks: '**/api/client-analytics/downtown-medspa?*range=7d*',
    waiting: '',
    failed: 'Couldn’t load the figures.',
    comes: (page) => page.getByRole('region', { name: 'Revenue by service' }),
  },
];

for (const { path, asks, waiting, failed, comes } of PAGES) {
  test(`${path} says that it loads, that it failed, and tries again`, async ({ page }) => {
    await signIn(page.context());
    let broken = true;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(asks, async (route: Route) => {
      await held;
      if (broken) await route.fulfill({ status: 503, json: { title: 'Out of order', status: 503, retryable: true } });
      else await route.continue();
    });
    await page.goto(path);
    if (waiting) await expect(page.getByRole('status').filter({ hasText: waiting })).toBeAttached();
    else await page.getByLabel('Date Range').selectOption('Last 7 days');
    letGo();
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toBeVisible(PATIENTLY);
    broken = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(comes(page)).toBeVisible(PATIENTLY);
    await expect(alert).toHaveCount(0);
  });
}

/** The page gets the front office's answer, changed. */
async function changed(page: Page, asks: string, change: (body: Record<string, unknown>) => object): Promise<void> {
  await page.route(asks, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...change(await answer.json()) } });
  });
}

test('a practice in which nobody is due yet reads so', async ({ page }) => {
  await signIn(page.context());
  await changed(page, '**/api/clinics/downtown-medspa/rebooking-analytics?*', () => ({
    services: [], providers: [], channels: [], messages: [], cohorts: [],
  }));
  await page.goto(`${CLINIC}/rebooking-analytics`);
  await expect(page.getByText('No patients due right now').first()).toBeVisible();
  await expect(page.getByText('No visits yet')).toBeVisible();
  await expect(page.getByText('No outreach in this period').first()).toBeVisible();
});

test('a practice in which nothing has happened yet has figures and charts that say so', async ({ page }) => {
  await signIn(page.context());
  await changed(page, '**/api/client-analytics/downtown-medspa*', (body) => ({
    figures: {
      patients_rebooked: 0, revenue_cents: 0, retention_percent: null, industry_percent: 45, response_seconds: null,
      booking_percent: null, satisfaction: null, savings_cents: 0,
    },
    steps: (body['steps'] as object[]).map((step) => ({ ...step, patients_rebooked: 0, revenue_cents: 0, response_seconds: null })),
    services: [],
    calls: [],
    funnel: { due: 0, contacted: 0, answered: 0, booked: 0, treated: 0 },
  }));
  await page.goto('/dashboard/client/downtown-medspa');
  for (const words of ['No rebookings in this period', 'No calls in this period', 'No patients came due in this period']) {
    await expect(page.getByText(words)).toBeVisible(PATIENTLY);
  }
});

test('settings of a practice that has nothing yet say what to add', async ({ page }) => {
  await signIn(page.context());
  await changed(page, '**/api/clinics/downtown-medspa/settings', (body) => {
    const value = Object.entries(body).map(([key, part]) => [key, Array.isArray(part) ? [] : part]);
    return Object.fromEntries(value);
  });
  await page.goto(`${CLINIC}/settings/locations`);
  await expect(page.getByText('No locations yet')).toBeVisible(PATIENTLY);
});

test('an address of a practice that leads nowhere says so within its frame', async ({ page }) => {
  await signIn(page.context());
  await page.goto(`${CLINIC}/nowhere/at/all`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Patients' }).click();
  await expect(page.getByRole('heading', { name: 'Patient Management' })).toBeVisible();
});

test('who may not see leads is told so', async ({ page }) => {
  await signIn(page.context(), 'readonly');
  await page.goto(`${CLINIC}/leads`);
  await expect(page.getByRole('alert').filter({ hasText: 'Your role does not allow this.' }).first()).toBeVisible(PATIENTLY);
});

test('a page whose scripts do not come says so', async ({ page }) => {
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route('**/assets/main-*.js', async (route) => {
    await refused;
    await route.abort();
  });
  await page.goto(CLINIC, { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading dashboard...');
  await page.goto(`${CLINIC}/messages`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  refuse();
  await expect(page.getByRole('status')).toHaveText(/^This page couldn’t load\./);
});
