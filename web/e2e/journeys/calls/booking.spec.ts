import { expect, test } from '../../test';
import { BOOKED, Caller } from '../steps/caller';
import { Clinic } from '../steps/clinic';

test('a caller books a visit by voice, and the clinic sees call and visit without reloading', async ({ page, browser }) => {
  const caller = await Caller.open(page, 'ray');
  await caller.call();
  await caller.says('booking', 2);
  const clinic = await Clinic.logIn(browser);

  const booked = await caller.answersUntil(BOOKED);
  const [, day = '', time = ''] = /(\w+day, \w+ \d+)\w* at (\d+:\d\d [AP]M)/.exec(booked) ?? [];
  expect(day, booked).not.toBe('');
  await caller.says('goodbye');
  await expect(caller.status).toHaveText('Call ended', { timeout: 30_000 });

  const call = clinic.callsOf('John Miller').first();
  await expect(call).toContainText('Booked');
  await expect(call).toContainText('Chemical Peel');

  await clinic.turnTo(day);
  const visit = clinic.appointments.getByRole('listitem').filter({ hasText: 'John Miller' }).filter({ hasText: time });
  await expect(visit).toContainText('booked by Mia');
  await expect(visit).toContainText('Unverified');
  await expect(visit).toContainText('Chemical Peel');
  await expect(visit).toContainText('(305) 555-0177');

  await call.getByRole('link', { name: 'John Miller' }).click();
  const transcript = clinic.page.getByRole('dialog', { name: 'John Miller' }).getByRole('region', { name: 'Transcript' });
  await expect(transcript.getByRole('listitem').first()).toContainText('this is Mia, the AI receptionist');
  await expect(transcript).toContainText(/chemical peel/i);
  await expect(transcript).toContainText(/goodbye|great day/i);
});
