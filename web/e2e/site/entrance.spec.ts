import { expect, test, type Page } from '../test';
import { expectGoodInBothThemes } from '../journeys/steps/every-width';
import { ENTRANCE } from './pages';

/**
 * Every screen on the way in, as far as it can be seen: what the server would answer is played, because these tests
 * look. The journeys go the same ways with the real one.
 */
const problem = (status: number, detail: string) => ({ status, contentType: 'application/problem+json', body: JSON.stringify({ detail }) });
const play = (page: Page, path: string, answer: object) => page.route(`**${path}`, (route) => route.fulfill(answer));

const DUE = {
  user: { id: 'usr_1', email: 'dana.reyes@bay-skin.example', name: 'Dana Reyes' },
  clinics: [],
  home: null,
  second_factor: 'required',
  methods: ['totp', 'passkey', 'recovery_code'],
  idle_seconds: 900,
  expires_at: '2026-07-22T07:05:00Z',
};
const INVITE = { email: 'dana.reyes@bay-skin.example', clinic_name: 'Bay Skin & Laser', role_label: 'Front Desk', has_account: false };
const RESET_LINK = '/reset-password#access_token=a&refresh_token=b&type=recovery';
const INVITE_LINK = '/accept-invite#type=invite&token=c';

async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill('dana.reyes@bay-skin.example');
  await page.getByLabel('Password', { exact: true }).fill('violet kettle harbor');
  await page.getByRole('button', { name: 'Log In' }).click();
}

async function reachSecondFactor(page: Page): Promise<void> {
  await play(page, '/api/session', { json: DUE });
  await logIn(page);
  await expect(page.getByRole('heading', { name: 'Confirm It’s You' })).toBeVisible();
}

async function fillReset(page: Page): Promise<void> {
  await play(page, '/api/password-resets/exchange', { status: 204 });
  await page.goto(RESET_LINK);
  await page.getByLabel('New password').fill('violet kettle harbor');
}

/** How each screen is reached. */
const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  'login refused': async (page) => {
    await play(page, '/api/session', problem(401, 'Invalid login credentials'));
    await logIn(page);
    await page.getByText('Invalid login credentials').waitFor();
  },
  'login after a pause': (page) => page.goto('/login?next=%2Fdashboard&ended=idle').then(() => page.getByText('due to inactivity').waitFor()),
  'forgotten password': (page) => page.goto('/login#forgot-password').then(() => page.getByRole('button', { name: 'Send Reset Link' }).waitFor()),
  'link sent': async (page) => {
    await play(page, '/api/password-resets', { status: 202, json: {} });
    await page.goto('/login#forgot-password');
    await page.getByLabel('Email').fill('somebody.with.a.rather.long.name@bay-skin-and-laser.example');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await page.getByText('Reset Link Sent!').waitFor();
  },
  'code of the app': reachSecondFactor,
  passkey: (page) => reachSecondFactor(page).then(() => page.getByRole('button', { name: 'Use a passkey' }).click()),
  'recovery code refused': async (page) => {
    await play(page, '/api/session/second-factor', problem(401, 'That code is not right.'));
    await reachSecondFactor(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill('kelp-moss');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('That code is not right.').waitFor();
  },
  'reset verifying': (page) => page.route('**/exchange', () => undefined).then(() => page.goto(RESET_LINK)),
  'reset link invalid': async (page) => {
    await play(page, '/api/password-resets/exchange', problem(400, 'Invalid or expired reset link. Please try again.'));
    await page.goto(RESET_LINK);
    await page.getByText('Request a new link').waitFor();
  },
  'reset link empty': (page) => page.goto('/reset-password').then(() => page.getByText('No reset tokens found').waitFor()),
  'new password': fillReset,
  'new password refused': async (page) => {
    await play(page, '/api/password-resets/password', problem(422, 'This password is too common. Please choose another.'));
    await fillReset(page);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText('too common').waitFor();
  },
  'password updated': async (page) => {
    await page.route('**/login', (route) => route.fulfill({ status: 204 })); // or the login follows
    await play(page, '/api/password-resets/password', { status: 204 });
    await fillReset(page);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText('Password Updated!').waitFor();
  },
  'invite verifying': (page) => page.route('**/verify', () => undefined).then(() => page.goto(INVITE_LINK)),
  'invite invalid': (page) => page.goto('/accept-invite').then(() => page.getByText('Missing or invalid invite token').waitFor()),
  'invite of somebody new': async (page) => {
    await play(page, '/api/invites/verify', { json: INVITE });
    await page.goto(INVITE_LINK);
    await page.getByLabel('Password', { exact: true }).fill('violetkettle');
  },
  'invite of somebody known': async (page) => {
    await play(page, '/api/invites/verify', { json: { ...INVITE, has_account: true } });
    await page.goto(INVITE_LINK);
    await page.getByRole('button', { name: 'Log In and Join' }).waitFor();
  },
  'first run': async (page) => {
    await play(page, '/api/first-run', { json: { needed: true } });
    await page.goto('/first-run');
    await page.getByLabel('One-time code').waitFor();
  },
  'first run over': async (page) => {
    await play(page, '/api/first-run', { json: { needed: false } });
    await page.goto('/first-run');
    await page.getByText('Mia Is Set Up').waitFor();
  },
};

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [name, reach] of Object.entries(SCREENS)) {
  test(`${name}: nothing that axe objects to, and nothing wider than the page`, async ({ page }) => {
    await reach(page);
    await expectGoodInBothThemes(page);
  });
}

test('the way in by keyboard alone: forgotten password, and back', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  await page.getByLabel('Email').focus();
  for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab'); // password, show, forgotten
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});

test('a wish for a new password that comes before the script is not lost', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/login-island/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
});

test('nothing jumps while a page comes to life, and its script weighs 90 KB at most', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) (window as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ENTRANCE) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const { shifted, weight } = await page.evaluate(() => ({
      shifted: (window as unknown as { shifted: number }).shifted,
      weight: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }));
    expect(shifted, `layout shift of ${path}`).toBeLessThanOrEqual(0.02);
    expect(weight, `script of ${path}`).toBeLessThanOrEqual(90 * 1024);
  }
});

test('search engines are kept out of the pages on the way in', async ({ request }) => {
  for (const path of ENTRANCE) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
  }
});
