import { expect, test } from '../test';
import { PAGES } from './pages';

test('the header goes on scrolling down and returns on scrolling up', async ({ page }) => {
  await page.goto('/');
  const header = page.locator('header');
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(header).toBeInViewport();
});

test('the hero turns its words', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[data-word=shown]')).toHaveText('Revenue');
  await expect(page.locator('[data-word=shown]')).toHaveText('Booking');
  await expect(page.locator('[data-word=shown]')).toHaveText('Front Desk');
});

test('Pause motion stops everything that moves by itself, also on the next page', async ({ page }) => {
  const running = () =>
    page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').map((a) => a.id));
  await page.goto('/');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect.poll(running).toEqual([]);
  await page.goto('/learn-more');
  await expect(page.getByRole('button', { name: 'Pause motion' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(running).toEqual([]);
});

test('what lies behind the sheet in which Mia answers stands still, and goes on afterwards', async ({ page }) => {
  const states = () =>
    page.evaluate(() => {
      const behind = document.getAnimations().filter(({ effect }) => !(effect as KeyframeEffect).target?.closest('dialog'));
      return [...new Set(behind.map((one) => one.playState))];
    });
  await page.goto('/');
  await expect.poll(states).toContain('running');
  await page.getByRole('button', { name: 'Talk to Mia' }).first().click();
  await expect.poll(states).not.toContain('running');
  await page.keyboard.press('Escape');
  await expect.poll(states).toContain('running');
});

test('Watch How It Works leads to the demonstrations', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Watch How It Works' }).click();
  await expect(page).toHaveURL(/\/learn-more#see-it-in-action$/);
  await expect(page.getByRole('heading', { name: 'See It in Action' })).toBeInViewport();
});

test('Book a Custom Demo goes back to the top', async ({ page }) => {
  await page.goto('/learn-more');
  await page.getByRole('link', { name: 'Book a Custom Demo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('an unknown address shows the landing page, with status 404', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Reimagined/);
});

test('the voice button floats round at the bottom right, with its tooltip', async ({ page }) => {
  await page.goto('/');
  const launcher = page.locator('[data-voice-launcher]');
  await page.mouse.wheel(0, 900);
  const { width, height } = page.viewportSize()!;
  const box = (await launcher.boundingBox())!;
  expect(box.width).toBe(box.height);
  expect(await launcher.evaluate((button) => parseFloat(getComputedStyle(button).borderRadius))).toBeGreaterThanOrEqual(box.width / 2);
  expect(width - (box.x + box.width)).toBeLessThan(32);
  expect(height - (box.y + box.height)).toBeLessThan(32);
  const tooltip = launcher.getByText('Talk to Mia');
  await expect(tooltip).toHaveCSS('opacity', '0');
  await launcher.hover();
  await expect(tooltip).toHaveCSS('opacity', '1');
});

test('a keyboard opens the widget, stays within it, and gets its place back', async ({ page }) => {
  await page.goto('/');
  const launcher = page.locator('[data-voice-launcher]');
  await launcher.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Start Voice Call' })).toBeFocused();
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest('dialog');
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(launcher).toBeFocused();
});

test('a film waits until it is seen, plays muted with captions, and gives way to the reader', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/learn-more', { waitUntil: 'networkidle' });
  expect(fetched.filter((path) => path.startsWith('/films/'))).toEqual([]);
  const film = page.locator('#lead-conversion [data-film]');
  const isPaused = () => film.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
  await film.scrollIntoViewIfNeeded();
  await expect.poll(isPaused).toBe(false);
  expect(await film.locator('video').evaluate((video: HTMLVideoElement) => [video.muted, video.textTracks[0]?.mode])).toEqual([true, 'showing']);
  await film.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(isPaused).toBe(true);
  await page.getByRole('tab', { name: 'Receptionist' }).click();
  await expect(film).toBeHidden();
});

test('questions open by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.getByText('Can two patients get the same time?').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/checks again when booking/)).toBeVisible();
});

test('what was typed, and the place in the form, survive the moment at which the login comes to life', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/login-island/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('owner@downtown-medspa.example');
  await expect(page.getByLabel('Email')).toBeFocused();
  release();
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveAttribute('type', 'submit');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('owner@downtown-medspa.example');
});

test('search engines are told what there is, and where', async ({ page, request, baseURL }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  expect(listed).toEqual([...PAGES]);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /dashboard');
  expect(robots).toContain('/sitemap.xml');
  for (const file of ['/share.jpg', '/favicon.svg', '/icon-192.png', '/manifest.webmanifest']) {
    expect((await request.get(file)).status(), file).toBe(200);
  }
  await page.goto('/');
  const types = await page.locator('script[type="application/ld+json"]').evaluateAll((all) =>
    all.map((script) => (JSON.parse(script.textContent ?? '') as { '@type': string })['@type']),
  );
  expect(types).toEqual(['Organization', 'Product', 'FAQPage']);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new URL('/', baseURL).href);
});

test.describe('for readers who want nothing to move', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves, and no film plays by itself', async ({ page }) => {
    for (const path of ['/', '/learn-more']) {
      await page.goto(path);
      await page.locator('footer').scrollIntoViewIfNeeded();
      const running = () => page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length);
      await expect.poll(running).toBe(0);
    }
    const film = page.locator('#lead-conversion video');
    await film.scrollIntoViewIfNeeded();
    await expect(page.locator('#lead-conversion').getByRole('button', { name: 'Play' })).toBeVisible();
    expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the site can be read and walked through', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-voice-launcher]')).toBeHidden();
    await page.getByRole('link', { name: 'Learn More about Mia' }).first().click();
    await expect(page.locator('#lead-conversion')).toBeVisible();
    await expect(page.locator('#receptionist')).toBeVisible();
  });
});
