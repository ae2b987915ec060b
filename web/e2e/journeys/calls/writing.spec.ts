import { expect, test } from '../../test';
import { BOOKED, Caller } from '../steps/caller';
import { Clinic } from '../steps/clinic';

test('without a microphone the caller types, and what was told before the tab was closed is kept', async ({ page, browser }) => {
  const clinic = await Clinic.logIn(browser);
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    Object.defineProperty(MediaDevices.prototype, 'getUserMedia', { value: refuse });
  });
  const caller = await Caller.openWithoutMicrophone(page);
  await caller.call();
  await expect(caller.widget.getByRole('alert')).toContainText('is blocking the microphone on this page');
  await expect(caller.widget.getByRole('alert')).toContainText('Type below instead');

  await caller.types('What time do you close on Saturday?');
  await caller.hears(/3 PM/i);
  await caller.types("I'd like to book a HydraFacial. My name is Paula Reyes.");
  await caller.hears(/what day|which day|when would you like/i);

  await page.close({ runBeforeUnload: true });
  // A tab that closes says goodbye by a beacon; where that is lost, the call itself notices within half a minute.
  await expect(clinic.tasksAbout('Paula Reyes').first()).toContainText('Interested in HydraFacial', { timeout: 45_000 });
  await expect(clinic.callsOf('Paula Reyes').first()).toContainText('Not booked yet');
});

test('without a path for sound Mia says why, and takes the booking in writing', async ({ page }) => {
  await page.addInitScript(() => {
    // What a network without UDP comes to: no pair of addresses ever connects.
    const Connection = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Connection {
      constructor() {
        super({ iceTransportPolicy: 'relay' });
      }
    };
  });
  const caller = await Caller.open(page, 'joe');
  await caller.widget.getByRole('button', { name: 'Start Voice Call' }).click();
  await expect(caller.widget.getByRole('alert')).toContainText('Audio couldn’t get through this network.', {
    timeout: 30_000,
  });
  await expect(caller.widget.getByRole('alert')).toContainText('You can type to Mia here instead.');
  await caller.hears(/this is Mia, the AI receptionist/i);

  await caller.types("I'd like a HydraFacial next Wednesday afternoon");
  await caller.hears(/which would you like|which suits you|does that work|shall we take it/i);
  await caller.types('the first one');
  await caller.hears(/last name|full name/i);
  await caller.types('Nora Quinn');
  await caller.hears(/phone number|reach you\?/i);
  await caller.types('305 555 0151');
  const readBack = await caller.hears(/shall I book it\?|is that all correct\?/i);
  await caller.types('yes please');
  expect(await caller.hears(BOOKED)).toContain(/\w+day, \w+ \d+/.exec(readBack)?.[0] ?? 'a day');
});
