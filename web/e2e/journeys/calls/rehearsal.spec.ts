import { expect, test } from '../../test';
import { BOOKED, Caller } from '../steps/caller';
import { expectDialogGoodInBothThemes } from '../steps/every-width';
import { installMicrophone } from '../steps/microphone';
import { Office } from '../steps/newcomer';
import { openSignedIn } from '../steps/signed-in';

const CLINIC = '/api/clinics/downtown-medspa';
const NAME = 'Emily Carter';

/** How often the clinic's patients, its history and its leads name somebody. */
async function known(office: Office): Promise<number[]> {
  const answers = [
    await office.send('post', `${CLINIC}/patients/search`, { query: NAME }),
    await office.send('post', `${CLINIC}/activities/search`, { patient: NAME }),
    await (await office.request.get(`${CLINIC}/leads`)).json(),
  ];
  return answers.map((answer) => JSON.stringify(answer).split(NAME).length - 1);
}

test('an owner talks with Mia as she would be, books to the end, and nothing of it is kept', async ({ page, browser }) => {
  const office = await Office.signIn(browser);
  await installMicrophone(page);
  await openSignedIn(page, '/dashboard/downtown-medspa/settings/mia');
  const before = await known(office);
  await page.getByLabel('Greeting').fill('Hello from the rehearsal, this is Mia, an AI. What can I do for you?');
  await page.getByRole('region', { name: 'Try Mia' }).getByRole('button', { name: 'Talk to her' }).click();
  await expect(page.getByRole('dialog').getByText('nothing is booked')).toBeVisible();
  await expectDialogGoodInBothThemes(page);

  const caller = Caller.at(page, 'kiyo');
  await caller.call(/Hello from the rehearsal/);
  await caller.says('booking', 2);
  await caller.answersUntil(BOOKED);
  await caller.hangsUp();

  expect(await known(office)).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Talk to her' })).toBeFocused();
  await expect(page.getByLabel('Greeting')).toHaveValue(/Hello from the rehearsal/);
});
