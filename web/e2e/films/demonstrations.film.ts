import { expect, test, type Page } from '@playwright/test';
import { BOOKED, Caller } from '../journeys/steps/caller';
import { type VoiceName } from '../journeys/steps/clips';
import { makeFilm } from './cutting-room';
import { Camera } from './film';

const OWNER = { email: 'owner@downtown-medspa.example', password: 'clear-skin-clear-line' };

/** Mia repeats what she is about to book, and books after a yes. */
const LAST_QUESTION = /is that all correct\?|shall I book it\?|yes or no\?/i;

test.use({ viewport: { width: 1152, height: 648 }, deviceScaleFactor: 1.25, colorScheme: 'light' });

/** Somebody who opens the landing page, looks at it, and calls. The film has begun when Mia greets. */
async function callMia(page: Page, camera: Camera, voice: VoiceName): Promise<Caller> {
  const caller = await Caller.open(page, voice);
  await caller.widget.getByRole('button', { name: 'Start Voice Call' }).waitFor();
  await page.keyboard.press('Escape');
  await caller.widget.waitFor({ state: 'hidden' });
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(500, 300);
  camera.roll();
  await camera.press(page.locator('[data-voice-launcher]'));
  await camera.press(caller.widget.getByRole('button', { name: 'Start Voice Call' }));
  camera.cut(4);
  await expect(caller.widget.getByRole('heading', { name: 'LIVE CALL' })).toBeVisible({ timeout: 30_000 });
  await camera.listen();
  camera.roll();
  await caller.hears(/this is Mia, the AI receptionist/i);
  return caller;
}

/** What the practice sees afterwards; whoever films is signed in. */
async function showDashboard(page: Page, camera: Camera, part: string): Promise<void> {
  await camera.hush();
  await page.context().request.post('/api/session', { data: OWNER });
  await page.goto('/dashboard/downtown-medspa');
  const region = page.getByRole('region', { name: new RegExp(part, 'i') });
  await region.getByRole('listitem').or(region.getByRole('row')).first().waitFor();
  await region.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.mouse.move(700, 200);
  camera.roll();
  await page.mouse.move(520, 380, { steps: 10 });
  await expect(region).toBeInViewport();
  await lookFor(page, 3_500);
  camera.cut(5);
}

/** The camera stands still: the film's own time, not a wait for the product. */
async function lookFor(page: Page, ms: number): Promise<void> {
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), ms);
}

test('lead-conversion: from a first question to a booked visit', async ({ page }) => {
  const camera = await Camera.on(page);
  const caller = await callMia(page, camera, 'joe');
  await caller.says('booking');
  await caller.hears(/\?/);
  camera.cut(15);
  await caller.says('day');
  camera.roll();
  await caller.hears(/\?/);
  camera.cut(8);
  await caller.answersUntil(LAST_QUESTION);
  await caller.says('yes');
  camera.roll();
  await caller.hears(BOOKED);
  camera.cut(8);
  await showDashboard(page, camera, 'Call & Message History');
  makeFilm('lead-conversion', await camera.finish());
});

test('receptionist: a question, and a wish for a person', async ({ page }) => {
  const camera = await Camera.on(page);
  const caller = await callMia(page, camera, 'kiyo');
  camera.cut(9);
  camera.roll();
  await caller.says('question');
  await caller.hears(/saturday/i);
  camera.cut(14);
  camera.roll();
  await caller.says('person');
  await caller.hears(/\?/);
  camera.cut(10);
  await caller.says('name');
  await caller.hears(/\?/);
  await caller.says('phone');
  await caller.hears(/\.|\?/);
  await showDashboard(page, camera, 'Tasks');
  makeFilm('receptionist', await camera.finish());
});
