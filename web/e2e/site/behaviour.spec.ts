import { expect, test } from '@playwright/test';

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
