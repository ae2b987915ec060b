/** Twelve everyday tasks. `begin` brings about what they need; `act` does them from the dashboard until the product says so. */
import { somebody } from './people.mjs';

const CALENDAR = /^Calendar/;

const dialog = (page, name) => page.getByRole('dialog', { name });
const button = (place, name) => place.getByRole('button', { name, exact: true });

/** Opens the visit of somebody in today's calendar. */
async function openVisit(hand, name) {
  const { page } = hand;
  await hand.click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: CALENDAR }));
  await hand.click(page.locator('[data-column]').getByRole('button', { name: new RegExp(name) }).first());
  return dialog(page, 'Appointment');
}

/** Waits until it is done; where the time is taken, takes the first of those that are offered. */
async function takeWhatIsFree(hand, form, done) {
  const offered = form.getByRole('alert').getByRole('listitem').getByRole('button').first();
  await offered.or(done).first().waitFor();
  if (await offered.isVisible()) await hand.click(offered);
  await done.first().waitFor();
}

/** A patient with a visit at the first free time from `minutes` on. */
async function visitOf(office, name, minutes) {
  const patient = await office.patient(name);
  await office.book(patient.id, minutes);
  return patient.name;
}

async function several(office, name, count) {
  const found = [];
  while (found.length < count) found.push(await office.patient(name));
  return found;
}

export const TASKS = [
  {
    name: 'Call back a complaint',
    begin: async (office) => {
      const { name, phone } = somebody('Rosalind Peck');
      await office.complain(name, phone);
      return name;
    },
    act: async (hand, name) => {
      const { page } = hand;
      await hand.goTo('Tasks');
      await hand.click(page.getByRole('region', { name: 'Queue' }).locator('[data-task]').filter({ hasText: name }));
      const task = page.getByRole('region', { name: 'Task' });
      await task.getByRole('region', { name: 'Conversation' }).waitFor();
      await hand.click(task.getByRole('link', { name: /^Call \(/ }));
      await hand.press('e');
      await page.getByText(/^Done: Call back/).waitFor();
    },
  },
  {
    name: 'Book a new caller',
    begin: () => somebody('Imogen Ashby'),
    act: async (hand, { name, phone }) => {
      const { page } = hand;
      await hand.goTo('Calendar');
      await hand.click(page.getByRole('button', { name: 'New appointment' }));
      const form = dialog(page, 'New appointment');
      await hand.click(form.getByRole('button', { name: 'New patient' }));
      await hand.type(form.getByLabel('Full name'), name);
      await hand.type(form.getByLabel('Phone'), phone);
      await hand.click(form.getByRole('button', { name: 'Add patient' }));
      await form.getByText(name).waitFor();
      await hand.type(form.getByLabel('Time', { exact: true }), '15:00');
      await hand.click(button(form, 'Book'));
      await takeWhatIsFree(hand, form, page.getByText(/^Booked for/));
    },
  },
  {
    name: 'Move a visit',
    begin: (office) => visitOf(office, 'Edith Marlow', 180),
    act: async (hand, name) => {
      const drawer = await openVisit(hand, name);
      await hand.click(button(drawer, 'Move'));
      const form = dialog(hand.page, 'Move appointment');
      await hand.type(form.getByLabel('Time', { exact: true }), '17:00');
      await hand.click(button(form, 'Move'));
      await takeWhatIsFree(hand, form, hand.page.getByText(/^Moved to/));
    },
  },
  {
    name: 'Answer three threads',
    begin: async (office) => {
      const three = await several(office, 'Tamsin Holt', 3);
      for (const { phone } of three) await office.text(phone, 'Could somebody from the desk tell me where to park?');
      return three.map(({ name }) => name);
    },
    act: async (hand, names) => {
      const { page } = hand;
      await hand.goTo('Messages');
      for (const name of names) {
        await hand.click(page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: new RegExp(name) }).first());
        const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
        await hand.type(conversation.getByPlaceholder('Write a message'), 'Behind the house, free for patients.');
        await hand.click(button(conversation, 'Send'));
        await conversation.getByRole('log').getByText('Behind the house, free for patients.').last().waitFor();
      }
    },
  },
  {
    name: 'Rebook five patients',
    begin: async (office) => (await several(office, 'Delia Storr', 5)).map(({ name }) => name),
    act: async (hand, names) => {
      const { page } = hand;
      const center = page.getByRole('region', { name: 'Patient Rebooking Center' });
      await hand.click(center.getByRole('switch', { name: 'Select several' }));
      for (const name of names) {
        await hand.type(center.getByPlaceholder('Search patients...'), name);
        await hand.click(center.getByRole('checkbox', { name: `Select ${name}` }).first());
      }
      const panel = center.getByRole('complementary', { name: 'Selected patients' });
      await hand.click(panel.getByRole('button', { name: 'Send Follow-Up Message with Mia' }));
      await hand.click(button(dialog(page, 'Confirm Follow-Up Message'), 'Yes'));
      await panel.getByText(/^5 contacted/).waitFor();
    },
  },
  {
    name: 'Find a patient’s last message',
    begin: async (office) => {
      const { name, phone } = await office.patient('Ottoline Vane');
      await office.text(phone, 'I left my scarf with you on Monday.');
      return name;
    },
    act: async (hand, name) => {
      const { page } = hand;
      await hand.press('Control+k');
      await page.getByRole('combobox', { name: 'Page or command' }).waitFor();
      await hand.write(name);
      await page.getByRole('option', { name: new RegExp(`^${name}.*Patient`) }).first().waitFor();
      await hand.press('Enter');
      await hand.click(page.getByRole('group', { name: 'Entry types' }).getByRole('button', { name: 'Messages' }));
      await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'Check a patient in',
    begin: (office) => visitOf(office, 'Jonas Fairley', 30),
    act: async (hand, name) => {
      const drawer = await openVisit(hand, name);
      await hand.click(button(drawer, 'Check in'));
      await drawer.getByText('Checked in', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'Complete a visit with its price',
    early: true,
    begin: (office) => visitOf(office, 'Paloma Reyes', 0),
    act: async (hand, name) => {
      const drawer = await openVisit(hand, name);
      await hand.click(button(drawer, 'Complete'));
      const form = dialog(hand.page, 'Complete this appointment');
      await hand.type(form.getByLabel('Price in dollars'), '425');
      await hand.click(button(form, 'Complete'));
      await drawer.getByText('Completed', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'Cancel, and offer the time to who waits',
    begin: async (office) => {
      const [patient, waits] = [await office.patient('Lionel Crewe'), await office.patient('Beatrix Quill')];
      const { visit } = await office.book(patient.id, 240);
      await office.ofClinic('post', '/waiting-list', { patient_id: waits.id, service_id: visit.service_id });
      return { name: patient.name, waits: waits.name };
    },
    act: async (hand, { name, waits }) => {
      const { page } = hand;
      const drawer = await openVisit(hand, name);
      await hand.click(button(drawer, 'Cancel appointment'));
      const form = dialog(page, 'Cancel this appointment?');
      await hand.type(form.getByLabel('Reason'), 'Has a cold');
      await hand.click(button(form, 'Cancel appointment'));
      await form.waitFor({ state: 'hidden' });
      await hand.press('Escape');
      await hand.click(page.getByRole('button', { name: /^Waiting list/ }));
      await hand.click(page.getByRole('button', { name: `Offer ${waits} a time` }).first());
      const offer = dialog(page, `Offer ${waits} a time`);
      await hand.click(button(offer, 'Send offer'));
      await page.getByText(/^Offer sent/).waitFor();
    },
  },
  {
    name: 'Record a new lead and its consent',
    begin: () => somebody('Noa Delacroix'),
    act: async (hand, { name, phone }) => {
      const { page } = hand;
      await hand.goTo('Leads');
      await hand.click(page.getByRole('button', { name: 'New lead' }));
      const form = dialog(page, 'New lead');
      await hand.type(form.getByLabel('Full name'), name);
      await hand.type(form.getByLabel('Phone'), phone);
      await hand.click(form.getByText('They agreed to be texted'));
      await hand.click(form.getByRole('button', { name: 'Add lead' }));
      await page.getByRole('region', { name: 'Stages' }).getByText(name).first().waitFor();
    },
  },
  {
    name: 'Block a provider’s Thursday afternoon',
    begin: async (office, run) => {
      const now = new Date((await office.send('get', '/sandbox/api/clock')).now);
      now.setUTCDate(now.getUTCDate() + ((4 - now.getUTCDay() + 7) % 7 || 7) + 7 * (run + 1));
      return now.toISOString().slice(0, 10);
    },
    act: async (hand, day) => {
      const { page } = hand;
      await hand.goTo('Calendar');
      await hand.click(page.getByRole('button', { name: 'Block time' }));
      const form = dialog(page, 'Block time');
      await hand.choose(form.getByLabel('Provider or room'), { label: 'Priya Nair' });
      await hand.type(form.getByLabel('From', { exact: true }), day);
      await hand.type(form.getByLabel('From time'), '13:00');
      await hand.type(form.getByLabel('Until', { exact: true }), day);
      await hand.type(form.getByLabel('Until time'), '18:00');
      await hand.type(form.getByLabel('Reason'), 'Training');
      await hand.click(button(form, 'Block time'));
      await form.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'Change Friday’s hours',
    login: 'owner',
    begin: (_office, run) => `16:${10 + run}`,
    act: async (hand, until) => {
      const { page } = hand;
      await hand.goTo('Settings');
      await hand.click(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Locations and hours' }));
      await hand.click(page.getByRole('button', { name: 'Edit Main Office' }));
      const drawer = page.getByRole('dialog', { name: /location$/i });
      await hand.type(drawer.getByLabel('Friday to', { exact: true }), until);
      await hand.click(button(drawer, 'Save'));
      await drawer.waitFor({ state: 'hidden' });
    },
  },
];
