import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/**
 * Tests in a real browser against the real product.
 *
 * E2E_URL tests a product that runs already; without it E2E_PRODUCTS of them (one, unless told otherwise) are started,
 * each on a free port with data and a browser of its own, and whichever is free takes the next file.
 * CHROMIUM_PATH names the browser; without it the usual places are searched. Playwright's own is never downloaded.
 */
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'];
const executablePath = process.env['CHROMIUM_PATH'] ?? BROWSERS.find((path) => existsSync(path));
if (!executablePath) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH.');

/** Asks the system for a port that is free right now. */
function freePort(): string {
  const script = 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})';
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
}

interface Product {
  readonly url: string;
  /** Where it keeps its data; a product that ran already keeps that to itself. */
  readonly data?: string;
}

/** A product that is yet to be started. */
function newProduct(): Product {
  const data = mkdtempSync(join(tmpdir(), 'mia-e2e-'));
  chmodSync(data, 0o755); // run as root, the database's own user has to walk in
  return { url: `http://127.0.0.1:${freePort()}`, data };
}

/**
 * What is tested. Worker processes read this file again: what was decided once is handed to them in the environment,
 * whose names do not begin with MIA_, because the product refuses to start with a setting that it does not know.
 */
function decide(): Product[] {
  const decided = process.env['E2E_DECIDED'];
  if (decided) return JSON.parse(decided) as Product[];
  const running = process.env['E2E_URL'];
  const number = Number(process.env['E2E_PRODUCTS'] ?? 1);
  const products = running ? [{ url: running }] : Array.from({ length: number }, newProduct);
  process.env['E2E_DECIDED'] = JSON.stringify(products);
  return products;
}

const products = decide();
/** The one of this process: workers are numbered, and a worker that is replaced hands on its number. */
const product = products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
if (!product) throw new Error('There are more workers than products.');
const { url } = product;
process.env['E2E_URL'] = url;
if (product.data) process.env['E2E_DATA'] = product.data;

/** Chromium without its own traffic; the sandbox needs a kernel feature that root in a container lacks. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A microphone that is always granted; a journey adds the file that it plays. */
const MICROPHONE = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** Journeys in which somebody is heard: run by themselves, because sound that comes late is misheard. */
const CALLS = /journeys\/calls\/.*\.spec\.ts$/;

/** A conversation lasts a minute, and twice that where other work has the processors. */
const CONVERSATION = 300_000;

/** What a page may take to show something where two products and two browsers share the processors. */
const PATIENCE = 30_000;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/tuesday.ts',
  workers: products.length,
  // Products run side by side, and a busy machine drops sound; what passes the second time is reported as flaky.
  retries: 1,
  // With this many, something has broken that all of them need.
  maxFailures: 8,
  reporter: 'list',
  // Many times what the longest takes alone: two products and two browsers share the processors.
  timeout: 240_000,
  // Each step that is traced costs a copy of the page; what fails is traced when it is tried again.
  use: { baseURL: url, trace: 'on-first-retry', launchOptions: { executablePath, args: QUIET } },
  snapshotPathTemplate: '{testDir}/site/looks/{arg}{ext}',
  expect: { timeout: PATIENCE, toHaveScreenshot: { maxDiffPixels: 10, animations: 'disabled' } },
  projects: [
    { name: 'site', testMatch: 'site/**/*.spec.ts' },
    {
      name: 'journeys',
      testMatch: 'journeys/**/*.spec.ts',
      testIgnore: CALLS,
      use: {
        // What moves by itself costs processor time; the site's tests and the calls look at motion.
        contextOptions: { reducedMotion: 'reduce' },
        permissions: ['microphone'],
        launchOptions: { executablePath, args: [...QUIET, ...MICROPHONE] },
      },
    },
    {
      name: 'calls',
      testMatch: CALLS,
      // One conversation at a time to a product, and whichever is free takes the next: files are of unequal length.
      fullyParallel: true,
      timeout: CONVERSATION,
      use: {
        // Recording a trace takes the processor time that the call needs; what was said stands in the failure.
        trace: 'off',
        // What moves beside a call takes the processor that it needs; the site's tests look at motion.
        contextOptions: { reducedMotion: 'reduce' },
        permissions: ['microphone'],
        launchOptions: { executablePath, args: [...QUIET, ...MICROPHONE] },
      },
    },
  ],
  webServer: products.flatMap(({ url: origin, data }) => {
    if (!data) return [];
    return {
      // The data goes when nothing writes to it any more.
      command: 'trap : INT; .venv/bin/mia serve; rm -rf "$MIA_DATA_DIR"',
      // Where it finds the built site. Without an address to wait for: products start beside each other.
      cwd: '..',
      gracefulShutdown: { signal: 'SIGINT' as const, timeout: 20_000 },
      env: { MIA_PORT: new URL(origin).port, MIA_DATA_DIR: data, MIA_LOG_LEVEL: 'warning' },
    };
  }),
});
