import { expect, test } from '../../test';
import { BOOKED, Caller } from '../steps/caller';
import { clip } from '../steps/clips';

test('a caller interrupts Mia in mid-sentence, and changes the day before confirming', async ({ page }) => {
  const caller = await Caller.open(page, 'kiyo');
  await caller.call();
  await caller.says('booking');

  const offer = /I have .*|There's .*|The opening I see .*/i;
  let begun = await caller.hearsBegin(new RegExp(`${offer.source}|come in for|which treatment|what are we booking`, 'i'));
  if (!offer.test(begun)) {
    // The treatment was misheard, as happens where sound comes late.
    await caller.says('service');
    begun = await caller.hearsBegin(offer);
  }
  let allSaid = false;
  const speaking = caller.speak(clip('interruption', 'kiyo')).then(() => (allSaid = true));
  await caller.hearsMiaStop();
  expect(allSaid, 'Mia fell silent only when the caller did').toBe(false);
  await speaking;
  await caller.hears(/\$199[^]*(which would you like|which suits you|which one works|does that work|would that work)/i);
  const lines = await caller.lines();
  const cutOff = lines[lines.findIndex(({ who, text }) => who === 'you' && /how much/i.test(text)) - 1]?.text ?? '';
  expect(cutOff, 'what Mia did not say is in no caption').not.toContain(begun);

  // A holiday may have closed the practice on the day that is asked for; then Mia says so.
  await caller.insists('change', /Friday/);
  const booked = await caller.answersUntil(BOOKED);
  if (!/closed on/i.test(await caller.soFar())) expect(booked).toContain('Friday');
  await caller.hangsUp();
});
