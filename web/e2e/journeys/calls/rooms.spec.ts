import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../../test';
import { Caller } from '../steps/caller';
import { expectDialogGoodInBothThemes } from '../steps/every-width';

interface Stub {
  joined: { url: string; token: string } | null;
  told: string[];
  track: MediaStreamTrack | null;
  hasLeft: boolean;
  says(text: string): void;
  hums(): void;
}

declare global {
  interface Window {
    livekit: Stub;
  }
}

const LIBRARY = fileURLToPath(new URL('../steps/livekit-stub.js', import.meta.url));

/** A product whose calls are held in rooms of LiveKit. What its server answers then: tests/contracts/test_rooms.py. */
async function heldInRooms(page: Page, token: string): Promise<void> {
  await page.route('**/api/widget/calls', async (route) => {
    const answer = await route.fetch();
    const rooms = { provider: 'livekit', library: '/rooms/client.js' };
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), rooms } });
  });
  await page.route('**/rooms/client.js', (route) => route.fulfill({ path: LIBRARY, contentType: 'text/javascript' }));
  await page.route('**/api/widget/calls/*/room', (route) => route.fulfill({ json: { provider: 'livekit', url: 'wss://rooms.example', token } }));
}

test('a visitor talks to Mia in a room of a media engine, and leaves it', async ({ page }) => {
  await heldInRooms(page, 'token-of-the-room');
  const caller = await Caller.open(page, 'joe');
  await caller.widget.getByRole('button', { name: 'Start Voice Call' }).click();
  await expect(caller.widget.getByRole('heading', { name: 'LIVE CALL' })).toBeVisible();
  expect(await page.evaluate(() => window.livekit.joined)).toEqual({ url: 'wss://rooms.example', token: 'token-of-the-room' });

  await page.evaluate(() => window.livekit.says('listening'));
  await expect(caller.status).toHaveText('Listening...');
  await page.evaluate(() => window.livekit.hums());
  await expect(caller.status).toHaveText('Mia is speaking...');
  await page.evaluate(() => window.livekit.says(JSON.stringify({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Hello from the room.' })));
  await caller.hears(/Hello from the room/);

  await caller.widget.getByRole('button', { name: 'Mute' }).click();
  expect(await page.evaluate(() => window.livekit.track?.enabled)).toBe(false);
  await caller.types('Friday, please');
  await expect.poll(() => page.evaluate(() => window.livekit.told.join())).toContain('Friday, please');

  await caller.widget.getByRole('button', { name: 'End Call' }).click();
  await expect(caller.status).toHaveText('Call ended');
  expect(await page.evaluate(() => window.livekit.hasLeft)).toBe(true);
});

test('a visitor who can’t get into the room sees why, and goes on in writing', async ({ page }) => {
  await heldInRooms(page, 'no');
  const caller = await Caller.open(page, 'joe');
  await caller.widget.getByRole('button', { name: 'Start Voice Call' }).click();
  await expect(caller.widget.getByRole('alert')).toHaveText('Couldn’t join the call. You can type to Mia here instead.');
  await caller.types('What time do you close on Saturday?');
  await caller.hears(/3 PM/i);
  await expectDialogGoodInBothThemes(page);
});
