import { expect, test, type FrameLocator, type Page } from '../test';

type Place = Page | FrameLocator;
const fullDays = (place: Place) => place.getByRole('button', { name: /, ([3-9]|\d\d) times$/ });
const times = (place: Place) => place.getByRole('button', { name: /^\d+:\d\d [AP]M$/ });
const booked = (place: Place) => place.getByRole('heading', { name: 'Your demo is booked' });

async function fill(place: Place, name: string, phone: string): Promise<void> {
  await place.getByLabel('Your name').fill(name);
  await place.getByLabel('Practice').fill('Bay Skin');
  await place.getByLabel('Email').fill(`${name.toLowerCase().replace(' ', '.')}@bay-skin.example`);
  await place.getByLabel('Phone').fill(phone);
  await place.getByLabel('I am 18 or older').check();
}

test('a demo can be booked with the keyboard alone, and cancelled by its link', async ({ page }) => {
  await page.goto('/embed/booking');
  await times(page).first().waitFor();
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expect(page.getByLabel('Time zone')).toBeFocused();
  await keyboard.press('Tab');
  await expect(times(page).first()).toBeFocused();
  await keyboard.press('Enter');
  for (const text of ['Dana Reyes', 'Bay Skin', 'dana.reyes@bay-skin.example', '(305) 555-0151']) {
    await keyboard.press('Tab');
    if (text === 'Dana Reyes') await keyboard.press('Tab'); // past Change
    await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(booked(page)).toBeFocused();

  await page.getByRole('link', { name: 'Cancel this demo' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByRole('heading', { name: 'Your demo is canceled' })).toBeFocused();
});

test('on its page the calendar sets the flag, and the calendar file can be had', async ({ page }) => {
  await page.goto('/book-demo');
  const frame = page.locator('[data-booking-frame]');
  const calendar = page.frameLocator('[data-booking-frame]');
  await times(calendar).last().click();
  await fill(calendar, 'Ruth Okafor', '(305) 555-0152');
  await calendar.getByRole('button', { name: 'Book this time' }).click();
  await expect(booked(calendar)).toBeVisible();
  await expect(frame).toHaveAttribute('data-submitted', 'true');
  const download = page.waitForEvent('download');
  await calendar.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toBe('mia-demo.ics');
});

test('of three visitors who want the same time two are taken by the two hosts, and one gets other times', async ({ context }) => {
  const guests: [name: string, phone: string][] = [
    ['Ines Moreau', '(305) 555-0153'],
    ['Hugo Brandt', '(305) 555-0154'],
    ['Mei Tanaka', '(305) 555-0155'],
  ];
  const visitors = await Promise.all(guests.map(() => context.newPage()));
  for (const visitor of visitors) {
    await visitor.bringToFront();
    await visitor.goto('/embed/booking');
    await fullDays(visitor).last().click(); // today may be all but over, and the last day have but its first times
    await times(visitor).nth(2).click();
  }
  for (const [i, visitor] of visitors.entries()) {
    await visitor.bringToFront();
    await fill(visitor, ...guests[i]!);
    await visitor.getByRole('button', { name: 'Book this time' }).click();
    if (i < 2) await expect(booked(visitor)).toBeVisible();
  }
  const last = visitors[2]!;
  await expect(last.getByText(/just took this time/)).toBeVisible();
  await last.getByRole('alert').getByRole('button').first().click();
  await last.getByRole('button', { name: 'Book this time' }).click();
  await expect(booked(last)).toBeVisible();
});
