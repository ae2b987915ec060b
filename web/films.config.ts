import { defineConfig } from '@playwright/test';
import base from './playwright.config';

const [site, journeys] = base.projects ?? [];
if (!site || !journeys) throw new Error('The films are made with the browser of the journeys.');

/** Pictures and films of the running product. `make videos` makes them; no test run does. */
export default defineConfig(base, {
  testDir: 'e2e/films',
  outputDir: 'test-results/films',
  // Traces take pictures of the page too, and slow it down.
  use: { trace: 'off' },
  projects: [{ ...journeys, name: 'films', testMatch: '**/*.film.ts', timeout: 300_000 }],
});
