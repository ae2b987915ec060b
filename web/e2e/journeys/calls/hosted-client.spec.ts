import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect, test } from '../../test';
import { clip } from '../steps/clips';
import { bundle, lines, said, seen, visit } from '../steps/hosted-client';

const PATIENCE_MS = 30_000;

const ASSISTANT = {
  name: 'Mia',
  firstMessage: 'Thank you for calling Harbor Aesthetics. How can I help?',
  model: { provider: 'mia', messages: [{ role: 'system', content: 'You answer the phone.' }] },
  metadata: { practice: { name: 'Harbor Aesthetics' } },
};

async function converse(page: Page): Promise<void> {
  const started = await page.evaluate(async (assistant) => (await window.client.start(assistant))?.id, ASSISTANT);
  expect(started, JSON.stringify(await seen(page, 'error'))).toBeTruthy();
  const patient = { timeout: PATIENCE_MS };
  await expect.poll(() => said(page, 'assistant'), patient).toContain('How can I help?');
  expect(await seen(page, 'call-start')).toHaveLength(1);
  await expect.poll(async () => (await seen(page, 'speech-end')).length, patient).toBeGreaterThan(0);
  expect((await seen(page, 'speech-start')).length).toBeGreaterThan(0);
  expect(Math.max(...((await seen(page, 'volume-level')) as number[]))).toBeGreaterThan(0.05);

  await page.evaluate(() => window.client.setMuted(true));
  expect(await page.evaluate(() => window.client.isMuted())).toBe(true);
  await page.evaluate(() => window.client.setMuted(false));
  await page.evaluate((sound) => window.caller.speak(sound), clip('booking', 'kiyo').sound);
  await expect.poll(() => said(page, 'user'), patient).toMatch(/\w/);

  await page.evaluate(() => window.client.say('Our doors are open until nine.'));
  await expect.poll(() => said(page, 'assistant'), patient).toContain('open until nine');

  await page.evaluate(() => window.client.stop());
  await expect.poll(() => seen(page, 'call-end')).toHaveLength(1);
  expect(await seen(page, 'call-start-failed')).toEqual([]);
  expect(await seen(page, 'error')).toEqual([]);
  expect((await seen(page, 'message')).at(-1)).toMatchObject({ type: 'status-update', status: 'ended' });
}

function newTokens(product: string): { public: string; private: string } {
  const script = ['e2e/journeys/steps/voice_tokens.py', product, process.env['E2E_DATA']!];
  return JSON.parse(execFileSync('../.venv/bin/python', script, { encoding: 'utf8' })) as { public: string; private: string };
}

test('the hosted service’s own client, old and new, holds a conversation over our media', async ({ browser, baseURL }) => {
  test.skip(!process.env['E2E_DATA'], 'needs the signing key of the product under test');
  const token = newTokens(baseURL!).public;
  for (const client of ['@vapi-ai/web', 'vapi-web-newest']) {
    const page = await visit(browser, await bundle(client), `${baseURL}/voice`, token);
    await converse(page);
    await page.context().close();
  }
});

test('the hosted service’s own client comes into a room at Daily by the token it is given', async ({ browser, baseURL }) => {
  test.skip(!process.env['E2E_DATA'], 'needs the signing key of the product under test');
  const page = await visit(browser, await bundle('vapi-web-newest', 'e2e/journeys/steps/daily-stub.js'), `${baseURL}/voice`, newTokens(baseURL!).public);
  // What the service answers where Daily is set: tests/contracts/test_rooms.py.
  const room = { webCallUrl: 'https://example.daily.co/mia-1', transport: { provider: 'daily', callUrl: 'https://example.daily.co/mia-1', callToken: 'token-of-the-room' } };
  await page.route('**/call/web', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json() as object), ...room } });
  });
  await page.evaluate((assistant) => window.client.start(assistant), ASSISTANT);
  expect(await page.evaluate(() => window.daily.joined)).toMatchObject({ url: room.webCallUrl, token: 'token-of-the-room' });

  await page.evaluate(() => window.daily.says('listening'));
  await page.evaluate(() => window.daily.says(JSON.stringify({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Good morning.' })));
  expect(await seen(page, 'call-start')).toHaveLength(1);
  expect(await said(page, 'assistant')).toBe('Good morning.');
  await page.evaluate(() => window.daily.isLoud());
  expect(await seen(page, 'speech-start')).toHaveLength(1);

  await page.evaluate(() => window.client.setMuted(true));
  expect(await page.evaluate(() => window.daily.isHeard)).toBe(false);
  await page.evaluate(() => window.client.say('We open at nine.'));
  expect(await page.evaluate(() => window.daily.told)).toContainEqual(expect.stringContaining('We open at nine.'));
  await page.evaluate(() => window.client.stop());
  await expect.poll(() => seen(page, 'call-end')).toHaveLength(1);
  expect(await page.evaluate(() => window.daily.hasLeft)).toBe(true);
  await page.context().close();
});

const QUESTION = 'May this call be recorded?';
const FILMED = {
  ...ASSISTANT,
  artifactPlan: { recordingEnabled: true, videoRecordingEnabled: true },
  compliancePlan: { recordingConsentPlan: { type: 'verbal', message: QUESTION } },
};

interface Stage {
  stage: string;
  status: string;
  metadata?: { delaySeconds?: number };
}

test('the hosted service’s own client is told when its video begins, and the call has it afterwards', async ({ browser, baseURL, request }) => {
  test.skip(!process.env['E2E_DATA'], 'needs the signing key of the product under test');
  const tokens = newTokens(baseURL!);
  const page = await visit(browser, await bundle('@vapi-ai/web'), `${baseURL}/voice`, tokens.public);
  const id = await page.evaluate(async (assistant) => (await window.client.start(assistant))?.id, FILMED);
  const patient = { timeout: PATIENCE_MS };
  const stages = async () =>
    ((await seen(page, 'call-start-progress')) as Stage[]).filter(({ stage }) => stage.startsWith('video-')).map(({ stage, status }) => `${stage} ${status}`);
  await expect.poll(stages, patient).toEqual(['video-recording-setup started', 'video-recording-setup completed']);

  // Who is not understood is asked once more.
  let agreed = 0;
  await expect
    .poll(async () => {
      const asked = (await lines(page, 'assistant')).filter((line) => line.includes(QUESTION)).length;
      if (asked > agreed) {
        agreed = asked;
        await page.evaluate(() => window.client.send({ type: 'add-message', message: { role: 'user', content: 'Yes, you may' }, triggerResponseEnabled: true }));
      }
      return (await stages()).at(-1);
    }, patient)
    .toBe('video-recording-started completed');
  const begun = ((await seen(page, 'call-start-progress')) as Stage[]).find(({ stage }) => stage === 'video-recording-started');
  expect(begun!.metadata!.delaySeconds).toBeGreaterThan(0);
  await expect.poll(() => said(page, 'assistant'), patient).toContain('How can I help?');
  await page.evaluate(() => window.client.stop());
  await page.context().close();

  const call = `${baseURL}/voice/call/${id}`;
  const headers = { Authorization: `Bearer ${tokens.private}` };
  const artifact = async () => ((await (await request.get(call, { headers })).json()) as { artifact?: Record<string, unknown> }).artifact;
  await expect.poll(async () => (await artifact())?.['videoRecordingUrl'], patient).toBe(`${call}/video-recording`);
  await expect.poll(async () => (await request.get(`${call}/video-recording`, { headers })).status(), { timeout: 2 * PATIENCE_MS }).toBe(200);
  expect((await request.get(`${call}/video-recording`, { headers })).headers()['content-type']).toBe('video/mp4');
  expect((await request.get(`${call}/video-recording`, { headers: { Authorization: `Bearer ${tokens.public}` } })).status()).toBe(403);
});
