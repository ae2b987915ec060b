import { expect, type BrowserContext, type Page } from '@playwright/test';

/** Of all demo logins. */
const PASSWORD = 'clear-skin-clear-line';

/** Somebody of the demo practice by the first part of their address, or anybody by both. */
export type Login = string | { email: string; password: string };

/** A window of somebody who has signed in, at a page; the form is left to the journeys that are about signing in. */
export async function openSignedIn(page: Page, path: string, login: Login = 'owner'): Promise<void> {
  await signIn(page.context(), login);
  await page.goto(path);
}

/** Gives a browser a session of its own, so that no journey can end that of another. */
export async function signIn(browser: BrowserContext, login: Login = 'owner'): Promise<void> {
  const { email, password } = typeof login === 'string' ? { email: `${login}@downtown-medspa.example`, password: PASSWORD } : login;
  const { origin } = new URL(process.env['E2E_URL'] ?? '');
  const answer = await browser.request.post('/api/session', { data: { email, password }, headers: { origin } });
  expect(answer.status(), await answer.text()).toBe(200);
}
