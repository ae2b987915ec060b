import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test, type Browser, type Page } from '../../test';
import { clip } from '../steps/clips';
import { installMicrophone } from '../steps/microphone';

const SITE = 'https://studio.example';
const OVER_HERE = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PATIENCE_MS = 30_000;

const ASSISTANT = {
  name: 'Mia',
  firstMessage: 'Thank you for calling Harbor Aesthetics. How can I help?',
  model: { provider: 'mia', messages: [{ role: 'system', content: 'You answer the phone.' }] },
  metadata: { practice: { name: 'Harbor Aesthetics' } },
};

interface Heard {
  name: string;
  event: unknown;
}

interface HostedClient {
  start(assistant: object): Promise<{ id: string } | null>;
  stop(): void;
  say(text: string): void;
  setMuted(muted: boolean): void;
  isMuted(): boolean;
}

declare global {
  interface Window {
    client: HostedClient;
    heard: Heard[];
  }
}

const NAMES = [
  'call-start', 'call-end', 'speech-start', 'speech-end', 'volume-level', 'message', 'error',
  'call-start-progress', 'call-start-success', 'call-start-failed',
];

/** The client's own package, with its media library replaced by ours. */
async function bundle(client: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    root: OVER_HERE('.'),
    resolve: {
      alias: {
        'hosted-client': client,
        '@daily-co/daily-js': OVER_HERE('packages/call-object/src/index.ts'),
        '@': OVER_HERE('src'),
      },
    },
    build: { write: false, minify: false, lib: { entry: OVER_HERE('e2e/journeys/steps/hosted-client-page.js'), formats: ['iife'], name: 'page' } },
  });
  const [output] = made as Rolldown.RolldownOutput[];
  return output!.output[0].code;
}

async function visit(browser: Browser, code: string, voice: string, token: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['microphone', 'local-network-access'] });
  const page = await context.newPage();
  await installMicrophone(page);
  await page.route(`${SITE}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Studio</title><h1>Studio</h1>' }),
  );
  await page.goto(SITE);
  await page.addScriptTag({ content: code });
  await page.evaluate(
    ([voice, token, names]) => {
      const { Client } = window as unknown as { Client: new (token: string, url: string) => HostedClient & { on(name: string, listener: (event: unknown) => void): void } };
      const client = new Client(token, voice);
      window.client = client;
      window.heard = [];
      for (const name of names) client.on(name, (event) => window.heard.push({ name, event: JSON.parse(JSON.stringify(event ?? null)) }));
    },
    [voice, token, NAMES] as const,
  );
  return page;
}

const seen = (page: Page, name: string) => page.evaluate((name) => window.heard.filter((each) => each.name === name).map(({ event }) => event), name);

/** What somebody has said for good, in order. */
async function said(page: Page, role: string): Promise<string> {
  const messages = (await seen(page, 'message')) as Record<string, string>[];
  const lines = messages.filter(({ type, role: who, transcriptType }) => type === 'transcript' && who === role && transcriptType === 'final');
  return lines.map(({ transcript }) => transcript).join(' ');
}

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

test('the hosted service’s own client, old and new, holds a conversation over our media', async ({ browser, baseURL }) => {
  test.skip(!process.env['E2E_DATA'], 'needs the signing key of the product under test');
  const script = ['e2e/journeys/steps/public_token.py', baseURL!, process.env['E2E_DATA']!];
  const token = execFileSync('../.venv/bin/python', script, { encoding: 'utf8' }).trim();
  for (const client of ['@vapi-ai/web', 'vapi-web-newest']) {
    const page = await visit(browser, await bundle(client), `${baseURL}/voice`, token);
    await converse(page);
    await page.context().close();
  }
});
