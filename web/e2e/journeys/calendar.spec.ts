import { expect, test, type Browser, type Locator, type Page } from '../test';
import { expectDialogGoodInBothThemes, expectGoodInBothThemes } from './steps/every-width';
import { openSignedIn } from './steps/signed-in';

const CALENDAR = '/dashboard/downtown-medspa/calendar';
/** A Tuesday far enough ahead that nobody else books in it, and near enough to be open. */
const DAY = tuesdayAhead();
const HOUR_PX = 72;
const CALENDARS = /\/api\/clinics\/downtown-medspa\/calendar\?/;
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The first page of a new browser, where other work has the processors. */
const FIRST = { timeout: 60_000 };

function tuesdayAhead(): string {
  const day = new Date(Date.now() + 21 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((2 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

async function openCalendar(browser: Browser, login = 'owner', query = `?date=${DAY}`, device = {}): Promise<Page> {
  const page = await (await browser.newContext(device)).newPage();
  await openSignedIn(page, CALENDAR + query, login);
  await expect(visits(page).or(agenda(page)).first()).toBeVisible(FIRST);
  return page;
}

/** Shows another day, and waits until it is that one which stands there. */
async function turnTo(page: Page, day: string): Promise<void> {
  await page.getByLabel('Go to date').fill(day);
  const name = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
  await expect(page.getByRole('heading', { level: 2, name: name.format(new Date(day)) })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The visits in the grid, by their whole names. */
function visits(page: Page): Locator {
  return page.locator('[data-column]').getByRole('button', { name: / Booked$/ });
}

/** The visits in the lists that phones get. */
function agenda(page: Page): Locator {
  return page.getByRole('main').getByRole('listitem').getByRole('button', { name: /^\d+:\d\d [AP]M/ });
}

/** Books the first patient found for a name at a time, and returns the visit. */
async function book(page: Page, time: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New appointment' }).click();
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await form.getByLabel('Patient', { exact: true }).fill('an');
  const found = form.getByRole('list', { name: 'Patients found' }).getByRole('button').first();
  const name = (await found.locator('span').first().innerText()).trim();
  await found.click();
  await form.getByLabel('Date').fill(DAY);
  await form.getByLabel('Time', { exact: true }).fill(time);
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  const refused = form.getByRole('alert');
  const visit = visits(page).filter({ hasText: name }).first();
  await expect(refused.or(page.getByText(/^Booked for/)).first()).toBeVisible();
  if (await refused.isVisible()) await refused.getByRole('listitem').getByRole('button').last().click();
  await expect(page.getByText(/^Booked for/)).toBeVisible();
  return visit;
}

test('a visit is booked, dragged, taken back and moved by the keys, and another browser sees it', async ({ browser }) => {
  const desk = await openCalendar(browser, 'frontdesk');
  const other = await openCalendar(browser);
  const visit = await book(desk, '16:00');
  const words = (await visit.textContent()) ?? '';
  const same = (page: Page) => visits(page).filter({ hasText: words });
  const there = same(other);
  await expect(there).toBeVisible();

  // By the mouse, an hour down; ten seconds to think better of it.
  await visit.evaluate((element) => element.scrollIntoView({ block: 'center' })); // at an edge the grid scrolls along
  const box = (await visit.boundingBox())!;
  await desk.mouse.move(box.x + box.width / 2, box.y + 8);
  await desk.mouse.down();
  await desk.mouse.move(box.x + box.width / 2, box.y + 8 - HOUR_PX / 4, { steps: 3 });
  await desk.mouse.move(box.x + box.width / 2, box.y + 8 - HOUR_PX / 2, { steps: 3 });
  await desk.mouse.up();
  const question = desk.getByRole('dialog', { name: 'Notify patient?' });
  await question.getByLabel('Remember my choice on this device').check();
  await question.getByRole('button', { name: 'Notify', exact: true }).click();
  await expect(desk.getByText(/^Moved to|isn’t available/).first()).toBeVisible();
  const undo = desk.getByRole('button', { name: 'Undo', exact: true }).last();
  if (await desk.getByText(/^Moved to/).isVisible()) {
    await expect(there).toBeHidden();
    await undo.click();
    await expect(desk.getByText('Undone.')).toBeVisible();
  } else {
    await desk.getByRole('button', { name: 'Keep original time' }).click();
  }
  await expect(there).toBeVisible();
  await desk.getByRole('button', { name: 'Ask me each time' }).click();
  await expect(desk.getByText(/when you drag/)).toHaveCount(0);

  // By the keys: picked up, moved, put back; the address says what is open.
  const mine = same(desk);
  await mine.focus();
  await mine.press('Enter');
  await mine.press('ArrowDown');
  await expect(desk.getByRole('status').filter({ hasText: 'at' })).toBeAttached();
  await mine.press('Escape');
  await expect(desk.getByRole('status').filter({ hasText: 'at' })).toHaveCount(0);
  await mine.press('Space');
  await expect(desk).toHaveURL(/visit=apt_/);
  const panel = desk.getByRole('dialog', { name: 'Appointment' });
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  const sure = desk.getByRole('dialog', { name: 'Cancel this appointment?' });
  await sure.getByLabel('Reason').fill('Booked to try it out');
  await sure.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(panel.getByText('Booked to try it out')).toBeVisible();
  await expect(there).toBeHidden();
});

test('blocked time stands in the calendar until it is given free, and read-only staff can only look', async ({ browser }) => {
  const desk = await openCalendar(browser, 'frontdesk');
  const reader = await openCalendar(browser, 'readonly');
  await expect(reader.getByRole('button', { name: 'New appointment' })).toHaveCount(0);
  await desk.getByRole('button', { name: 'Block time' }).click();
  const form = desk.getByRole('dialog', { name: 'Block time' });
  await form.getByLabel('From', { exact: true }).fill(DAY);
  await form.getByLabel('Until', { exact: true }).fill(DAY);
  await form.getByLabel('From time').fill('07:00');
  await form.getByLabel('Until time').fill('07:45');
  await form.getByLabel('Reason').fill('Fire drill');
  await form.getByRole('button', { name: 'Block time' }).click();
  const block = (page: Page) => page.getByRole('button', { name: /^Blocked: ?Fire drill/ });
  await expect(block(reader)).toBeVisible();
  await block(desk).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(block(reader)).toHaveCount(0);
});

test('an hour is blocked each week, and given free from a week on', async ({ browser }) => {
  const desk = await openCalendar(browser, 'frontdesk');
  const nextWeek = new Date(Date.parse(DAY) + 7 * 86_400_000).toISOString().slice(0, 10);
  await desk.getByRole('button', { name: 'Block time' }).click();
  const form = desk.getByRole('dialog', { name: 'Block time' });
  for (const name of ['From', 'Until']) await form.getByLabel(name, { exact: true }).fill(DAY);
  await form.getByLabel('From time').fill('06:00');
  await form.getByLabel('Until time').fill('06:45');
  await form.getByLabel('Reason').fill('Team huddle');
  await form.getByLabel('Repeats').selectOption('Every week');
  await form.getByLabel('Last day').fill(nextWeek);
  await form.getByLabel(/^Skip days/).check();
  await form.getByRole('button', { name: 'Block time' }).click();
  await expect(desk.getByText('Time blocked on 2 days.')).toBeVisible();
  const block = desk.getByRole('button', { name: /^Blocked: ?Team huddle/ });
  await expect(block).toBeVisible();

  await turnTo(desk, nextWeek);
  await block.click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Unblock this and following' }).click();
  await expect(block).toHaveCount(0);
  await turnTo(desk, DAY);
  await block.click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Unblock this one' }).click();
  await expect(block).toHaveCount(0);
});

test('view, day and filter stand in the address, and single keys change them', async ({ browser }) => {
  const page = await openCalendar(browser);
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText(/Dr\..*Confirmed.*Checked in.*Overbooked/);
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/view=week/);
  await page.keyboard.press(']');
  await page.getByLabel('Location', { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/location=loc_/);
  const address = page.url();
  await page.reload();
  expect(page.url()).toBe(address);
  await expect(page.getByRole('button', { name: 'Week', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(async () => {
    await page.keyboard.press('t');
    await expect(page).not.toHaveURL(/date=/, { timeout: 1_000 });
  }).toPass();
});

/** Rests a finger on something until it can be moved, and moves it. */
async function dragByFinger(page: Page, from: { x: number; y: number }, down: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: from.x, y }] });
  await touch('touchStart', from.y);
  await expect(page.getByRole('button').and(page.locator('.opacity-45'))).toBeVisible(); // it has been lifted
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from.y + down * part);
  await expect(page.getByRole('status').filter({ hasText: 'at' })).toBeAttached();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('on a tablet a visit is lifted by a finger that rests on it, and moved', async ({ browser }) => {
  const page = await openCalendar(browser, 'frontdesk', `?date=${DAY}`, { ...TABLET });
  const visit = visits(page).first();
  const words = (await visit.textContent()) ?? '';
  await visit.scrollIntoViewIfNeeded();
  const box = (await visit.boundingBox())!;
  await dragByFinger(page, { x: box.x + box.width / 2, y: box.y + 8 }, HOUR_PX / 2);
  await page.getByRole('dialog', { name: 'Notify patient?' }).getByRole('button', { name: 'Don’t notify' }).tap();
  await expect(page.getByText(/^Moved to|This time isn’t available/).first()).toBeVisible();
  if (await page.getByText(/^Moved to/).isVisible()) await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  else await page.getByRole('button', { name: 'Keep original time' }).click();
  await expect(visits(page).filter({ hasText: words }).first()).toBeVisible();
});

test('on a phone a visit is moved from its sheet, to a time that is free', async ({ browser }) => {
  const page = await openCalendar(browser, 'frontdesk', `?date=${DAY}`, { ...PHONE });
  await agenda(page).first().tap();
  const sheet = page.getByRole('dialog', { name: 'Appointment' });
  await sheet.getByRole('button', { name: 'Move' }).tap();
  const form = page.getByRole('dialog', { name: 'Move appointment' });
  await form.getByLabel('Time', { exact: true }).fill('03:00');
  await form.getByRole('button', { name: 'Move', exact: true }).tap();
  await form.getByRole('alert').getByRole('listitem').getByRole('button').first().tap();
  await expect(form).toBeHidden();
  await sheet.getByRole('region', { name: 'History' }).getByRole('button', { name: 'Undo', exact: true }).tap();
  await expect(sheet.getByText(/ · undone/).last()).toBeVisible();
});

test('a calendar that cannot be had says so and is asked for again; a day without anybody says that', async ({ browser }) => {
  const page = await openCalendar(browser);
  await page.route(CALENDARS, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByText('Couldn’t load the calendar.')).toBeVisible();
  await page.unroute(CALENDARS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(visits(page).first()).toBeVisible();

  await page.route(CALENDARS, async (route) => {
    const found = (await (await route.fetch()).json()) as { days: { working: object[] }[] };
    await route.fulfill({ json: { ...found, visits: [], blocks: [], days: found.days.map((day) => ({ ...day, working: [] })) } });
  });
  await page.reload();
  await expect(page.getByText('Closed')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('No appointments this day')).toBeVisible();
});

test('the calendar has nothing that axe objects to', async ({ browser }) => {
  const page = await openCalendar(browser);
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of ['New appointment', 'Calendar links']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectDialogGoodInBothThemes(page);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('listitem').getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: 'Appointment' }).getByText('Status')).toBeVisible();
  await expectDialogGoodInBothThemes(page);
});
