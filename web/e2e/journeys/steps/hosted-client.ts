import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import type { Browser, Page } from '@playwright/test';
import { installMicrophone } from './microphone';

const SITE = 'https://studio.example';
const OVER_HERE = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

interface Heard {
  name: string;
  event: unknown;
}

interface HostedClient {
  start(assistant: object): Promise<{ id: string } | null>;
  stop(): void;
  say(text: string): void;
  send(message: object): void;
  setMuted(muted: boolean): void;
  isMuted(): boolean;
}

declare global {
  interface Window {
    client: HostedClient;
    heard: Heard[];
    /** What `daily-stub.js` was told, and what the other side of its room does. */
    daily: { joined: object | null; told: string[]; isHeard: boolean; hasLeft: boolean; says(text: string): void; isLoud(): void };
  }
}

const NAMES = [
  'call-start', 'call-end', 'speech-start', 'speech-end', 'volume-level', 'message', 'error',
  'call-start-progress', 'call-start-success', 'call-start-failed',
];

/** Our own media library for such clients. */
const CALL_OBJECT = 'packages/call-object/src/index.ts';

/** The client's own package, with its media library replaced. */
export async function bundle(client: string, media = CALL_OBJECT): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    root: OVER_HERE('.'),
    resolve: {
      alias: {
        'hosted-client': client,
        '@daily-co/daily-js': OVER_HERE(media),
        '@': OVER_HERE('src'),
      },
    },
    build: { write: false, minify: false, lib: { entry: OVER_HERE('e2e/journeys/steps/hosted-client-page.js'), formats: ['iife'], name: 'page' } },
  });
  const [output] = made as Rolldown.RolldownOutput[];
  return output!.output[0].code;
}

export async function visit(browser: Browser, code: string, voice: string, token: string): Promise<Page> {
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

/** What the client has told of an event, in order. */
export const seen = (page: Page, name: string) => page.evaluate((name) => window.heard.filter((each) => each.name === name).map(({ event }) => event), name);

/** What somebody has said for good, line by line. */
export async function lines(page: Page, role: string): Promise<string[]> {
  const messages = (await seen(page, 'message')) as Record<string, string>[];
  const said = messages.filter(({ type, role: who, transcriptType }) => type === 'transcript' && who === role && transcriptType === 'final');
  return said.map(({ transcript }) => transcript!);
}

/** The same as one text. */
export async function said(page: Page, role: string): Promise<string> {
  return (await lines(page, role)).join(' ');
}
