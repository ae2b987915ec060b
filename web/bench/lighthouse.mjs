/**
 * Lighthouse's mobile preset over the public pages and those where a clinic works, of a running demo: medians of five
 * runs against the budgets.
 *
 *   ONLY='dashboard' npm run bench:lighthouse -- http://127.0.0.1:8000 [runs] [another address to measure beside it]...
 *
 * ONLY is a pattern of the pages to measure, all without it. CHROME_PATH names the browser (default /usr/bin/chromium),
 * LIGHTHOUSE a command instead of npx. Run it alone: other work on the machine is measured too.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const [base = 'http://127.0.0.1:8000', runs = '5', ...peers] = process.argv.slice(2);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking';
const [command, ...commandArgs] = (process.env.LIGHTHOUSE ?? 'npx --yes lighthouse@12.8.2').split(' ');

/** Scores are of 100; SEO does not count where a page is not for search engines. KB are compressed. */
const USUAL = { scores: [100, 100, 100, 100], scriptKb: 10, totalKb: 100, lcpMs: 1500, cls: 0.02 };
const ENTRANCE = { ...USUAL, scores: [99, 100, 100, 0], scriptKb: 90, totalKb: 180 };
/** Behind the login; what is there is for no search engine. */
const AREA = { scores: [95, 100, 100, 0], scriptKb: 130, totalKb: 250, lcpMs: 2500, cls: 0.02 };
/** The pages where people work come with the frame and scripts of their own. */
const WORK = { ...AREA, scriptKb: 165, totalKb: 290 };
const BUDGETS = {
  '/': USUAL,
  '/learn-more': USUAL,
  '/privacy-policy': USUAL,
  '/terms-of-use': USUAL,
  '/book-demo': { ...USUAL, scores: [99, 100, 100, 100], scriptKb: 90, totalKb: 180 },
  '/login': ENTRANCE,
  '/reset-password': ENTRANCE,
  '/accept-invite': ENTRANCE,
  '/dashboard/downtown-medspa': AREA,
  ...Object.fromEntries(['calendar', 'tasks', 'patients', 'leads', 'messages'].map((page) => [`/dashboard/downtown-medspa/${page}`, WORK])),
};
const LOGIN = { email: 'owner@downtown-medspa.example', password: 'clear-skin-clear-line' };

/** The cookie of a session of the demo's owner, as one header. */
async function signIn() {
  const body = JSON.stringify(LOGIN);
  const headers = { 'content-type': 'application/json', origin: base };
  const answer = await fetch(`${base}/api/session`, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`The demo's owner cannot sign in: ${answer.status}`);
  return answer.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function measureOnce(url, cookie) {
  const session = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  const args = [...commandArgs, url, ...session, '--output=json', '--quiet', `--only-categories=${CATEGORIES}`, `--chrome-flags=${FLAGS}`];
  const env = { CHROME_PATH: '/usr/bin/chromium', ...process.env };
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1 << 28, env });
  const { categories, audits } = JSON.parse(stdout);
  const weightOf = (kind) => {
    const rows = audits['resource-summary']?.details?.items ?? [];
    return (rows.find(({ resourceType }) => resourceType === kind)?.transferSize ?? 0) / 1024;
  };
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name].score ?? 0) * 100)),
    scriptKb: weightOf('script'),
    totalKb: weightOf('total') - weightOf('media'),
    lcpMs: audits['largest-contentful-paint'].numericValue,
    tbtMs: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
  };
}

/** Lighthouse now and then misses the start of a page; such a run counts for nothing and is made again. */
async function measure(url, cookie) {
  const results = [];
  for (let tries = 0; results.length < Number(runs) && tries < Number(runs) + 5; tries += 1) {
    const result = await measureOnce(url, cookie).catch((error) => void console.error(`again: ${error.message.split('\n')[0]}`));
    if (result) results.push(result);
  }
  if (results.length === 0) throw new Error(`${url} could not be measured.`);
  const of = (name) => median(results.map((result) => result[name]));
  return {
    scores: CATEGORIES.map((_, i) => median(results.map(({ scores }) => scores[i]))),
    ...Object.fromEntries(['scriptKb', 'totalKb', 'lcpMs', 'tbtMs', 'cls'].map((name) => [name, of(name)])),
  };
}

function missed(found, budget) {
  const misses = CATEGORIES.filter((_, i) => found.scores[i] < budget.scores[i]);
  return [...misses, ...['scriptKb', 'totalKb', 'lcpMs', 'cls'].filter((name) => found[name] > budget[name])];
}

function row(name, { scores, scriptKb, totalKb, lcpMs, tbtMs, cls }, verdict) {
  const figures = [scores.join('/'), scriptKb.toFixed(1), totalKb.toFixed(1), lcpMs.toFixed(0), tbtMs.toFixed(0), cls.toFixed(3)];
  return `| ${[name, ...figures, verdict].join(' | ')} |`;
}

console.log('| Page | Perf/A11y/BP/SEO | JS KB | total KB | LCP ms | TBT ms | CLS | |\n|---|---|---|---|---|---|---|---|');
let failed = false;
const wanted = new RegExp(process.env.ONLY ?? '');
for (const [path, budget] of Object.entries(BUDGETS).filter(([path]) => wanted.test(path))) {
  const found = await measure(base + path, [AREA, WORK].includes(budget) ? await signIn() : undefined);
  const misses = missed(found, budget);
  failed ||= misses.length > 0;
  console.log(row(`\`${path}\``, found, misses.length > 0 ? `misses ${misses.join(', ')}` : 'holds'));
}
for (const peer of peers) console.log(row(peer, await measure(peer), 'peer'));
process.exit(failed ? 1 : 0);
