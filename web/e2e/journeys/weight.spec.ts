import { expect, test } from '../test';
import { Clinic } from './steps/clinic';

/** Compressed kilobytes of script, headers included, that a phone on a poor network waits for. */
const MOST_KB = 130;

test('the dashboard loads no more script than it may, and nothing twice', async ({ browser, baseURL }) => {
  const { page } = await Clinic.logIn(browser);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked = new Map<string, string>();
  const scripts: number[] = [];
  network.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.method + request.url + (request.postData ?? '')));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.get(requestId)?.endsWith('.js')) scripts.push(encodedDataLength / 1024);
  });
  // No news comes while it loads: what changed meanwhile is rightly asked for again.
  await page.route('**/events?*', (route) => route.fulfill({ contentType: 'text/event-stream', body: 'retry: 600000\n\n' }));
  const live = page.waitForResponse((response) => response.url().includes('/events'));
  await page.goto(new URL('/dashboard/downtown-medspa', baseURL).href);
  await live;
  await page.waitForLoadState('networkidle');

  const loaded = [...asked.values()].filter((request) => request.includes('/api/') && !request.includes('/api/session'));
  expect(loaded).toEqual([...new Set(loaded)]);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.reduce((sum, kb) => sum + kb, 0)).toBeLessThan(MOST_KB);
});
