import { request, type APIRequestContext } from '@playwright/test';

const PRACTICE = 'America/New_York';
const HOUR_MS = 3_600_000;

/** What a product may take to start, beside others. */
const START_MS = 120_000;

/**
 * Before the first test each product has started, and it becomes Tuesday, 10 AM, for it: whenever the tests are run, the
 * practice is open, no quiet hours stand in anyone's way, and no midnight comes.
 */
export default async function tuesday(): Promise<void> {
  const products = JSON.parse(process.env['E2E_DECIDED'] ?? '[]') as { url: string }[];
  await Promise.all(
    products.map(async ({ url }) => {
      const http = await request.newContext({ baseURL: url, extraHTTPHeaders: { Origin: url } });
      await started(http);
      const answer = await http.put('/sandbox/api/clock', { data: { now: nextTuesday(new Date()).toISOString() } });
      if (!answer.ok()) throw new Error(`The clock was not moved: ${await answer.text()}`);
      await http.dispose();
    }),
  );
}

async function started(http: APIRequestContext): Promise<void> {
  const latest = Date.now() + START_MS;
  while (!(await http.get('/readyz').catch(() => undefined))?.ok()) {
    if (Date.now() > latest) throw new Error('The product did not start: what it said stands above.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** 10 AM of the next Tuesday that has not come yet, where the practice is. */
function nextTuesday(now: Date): Date {
  const local = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', hourCycle: 'h23', timeZone: PRACTICE });
  const isIt = (at: Date) => local.format(at) === 'Tue, 10';
  const found = new Date(Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS);
  while (!isIt(found)) found.setTime(found.getTime() + HOUR_MS);
  return found;
}
