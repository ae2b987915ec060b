/**
 * Twelve everyday tasks of a front desk in a running demo, by script: presses of the mouse, keys, and the seconds from
 * the dashboard to the product's word that it is done. Nobody thinks or types in that time: it is what the product takes.
 *
 *   node bench/desk-tasks.mjs http://127.0.0.1:8000 [runs] [a pattern of names of tasks]
 *
 * Give it a demo of its own: it turns the clock to a Tuesday, books and writes. CHROME_PATH names the browser.
 */
import { chromium } from '@playwright/test';
import { Hand } from './desk/hand.mjs';
import { Office } from './desk/office.mjs';
import { TASKS } from './desk/tasks.mjs';

const [base = 'http://127.0.0.1:8000', runs = '5', only = ''] = process.argv.slice(2);
const RUNS = Number(runs);
const PATIENCE_MS = 60_000;
const tasks = TASKS.filter(({ name }) => new RegExp(only).test(name));

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Here no app takes calls, and the browser's question for one would keep every later press from the page. */
function dialNobody() {
  addEventListener('click', (press) => press.target.closest('a[href^="tel:"]') && press.preventDefault());
}

/** A task as often as it is given, by one person, each time from the dashboard. */
async function perform({ login = 'frontdesk', act, given }) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } });
  try {
    await Office.signIn(context, base, login);
    await context.addInitScript(dialNobody);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const found = [];
    for (const one of given) {
      await page.goto(`${base}/dashboard/downtown-medspa?group=all`);
      await page.getByRole('region', { name: 'Patient Rebooking Center' }).getByRole('row').nth(1).waitFor();
      const hand = new Hand(page);
      const begun = performance.now();
      await act(hand, one);
      found.push({ clicks: hand.clicks, keys: hand.keys, seconds: (performance.now() - begun) / 1000 });
    }
    return found;
  } finally {
    await context.close();
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const desk = await browser.newContext();
const office = await Office.signIn(desk, base, 'owner');
await office.turnClock(10, true);
const begin = async (task) => {
  task.given = [];
  for (let run = 0; run < RUNS; run += 1) task.given.push(await task.begin(office, run));
};

// What is to be completed has begun: it is booked at ten, and the clock goes on.
for (const task of tasks.filter(({ early }) => early)) await begin(task);
await office.turnClock(12, false);

console.log('| Task | Clicks | Keys | Seconds |\n|---|---|---|---|');
let failed = false;
for (const task of tasks) {
  try {
    if (!task.given) await begin(task);
    const found = await perform(task);
    const of = (name) => median(found.map((one) => one[name]));
    console.log(`| ${task.name} | ${of('clicks')} | ${of('keys')} | ${of('seconds').toFixed(1)} |`);
  } catch (error) {
    failed = true;
    console.log(`| ${task.name} | ${error.message.split('\n').slice(0, 3).join(' ')} |`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
