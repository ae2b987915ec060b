import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Pipeline } from '@/features/leads/pipeline';
import { duration } from '@/features/leads/words';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show, windowIs } from './show';

const LEADS = `${CLINIC}/leads`;
const OWNER = { id: `usr_${'a'.repeat(26)}`, name: 'Riley Santos' };
const STAGES = ['new', 'contacted', 'consult_booked', 'won', 'lost'] as const;
type Stage = (typeof STAGES)[number];

const lead = (id: string, more: object = {}) => ({
  id,
  name: `Lead ${id}`,
  phone: '(305) 555-0177',
  email: null,
  interest: 'Botox',
  source: 'web_form',
  stage: 'new' as Stage,
  owner: null,
  next_step: null,
  next_step_on: null,
  lost_reason: null,
  created_at: '2026-11-21T14:50:00Z',
  stage_at: '2026-11-21T14:50:00Z',
  captured_at: '2026-11-21T14:50:00Z',
  answered_at: null,
  follow_up: null,
  version: 3,
  ...more,
});

const detail = (card: ReturnType<typeof lead>) => ({
  lead: card,
  message: 'After six, please',
  preferred: null,
  intent: null,
  patient_id: null,
  thread_id: 'thr_1',
  consult: null,
  timezone: 'America/New_York',
  timeline: [
    { kind: 'captured', at: '2026-11-21T14:50:00Z', actor: 'lead', by: null, stage_before: null, stage_after: null, reason: null, until: null },
    {
      kind: 'follow_up_deferred', at: '2026-11-21T14:50:01Z', actor: 'mia', by: null, stage_before: null, stage_after: null,
      reason: 'Outside the lead\'s contact hours', until: '2026-11-22T14:00:00Z',
    },
  ],
});

let office: FakeOffice;
let cards: ReturnType<typeof lead>[];

beforeEach(() => {
  windowIs('wide');
  cards = [lead('led_1', { owner: OWNER, next_step: 'Call after six', next_step_on: '2026-11-20' }), lead('led_2', { stage: 'contacted' })];
  office = new FakeOffice();
  office.on(`GET ${LEADS}`, () => ({
    json: {
      columns: STAGES.map((stage) => {
        const leads = cards.filter((card) => card.stage === stage);
        return { stage, total: leads.length, leads };
      }),
      sources: ['web_form', 'staff'],
      today: '2026-11-21',
      timezone: 'America/New_York',
      follows_up: true,
    },
  }));
  office.on(`GET ${LEADS}/figures`, () => ({
    json: {
      total: 4, contacted: 3, booked: 2, won: 1, by_stage: {}, speed_seconds: 38, waited: 3, answered: 2,
      by_source: [{ source: 'web_form', total: 4, booked: 2, won: 1, lost: 0 }],
    },
  }));
  office.on(`GET ${LEADS}/owners`, () => ({ json: [OWNER] }));
  office.on(`GET ${LEADS}/led_1`, () => ({ json: detail(cards[0]!) }));
});

const page = (address = '/', mayWrite = true) =>
  show(<Pipeline slug={SLUG} timeZone="America/New_York" mayWrite={mayWrite} />, address);
const column = (name: string) => screen.getByRole('region', { name: new RegExp(`^${name}`) });
const cardOf = (name: string) => screen.getByRole('link', { name }).closest('li') as HTMLElement;
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

describe('The board', () => {
  it('shows each lead in its stage with source, owner and next step', async () => {
    page();
    const card = within((await screen.findByRole('link', { name: 'Lead led_1' })).closest('li') as HTMLElement);
    expect(column('New')).toContainElement(cardOf('Lead led_1'));
    expect(column('Contacted')).toContainElement(cardOf('Lead led_2'));
    expect(card.getByText(/Web form · Botox/)).toBeInTheDocument();
    expect(card.getByText('Riley Santos')).toBeInTheDocument();
    expect(card.getByText(/Call after six · Fri, Nov 20, overdue/)).toBeInTheDocument();
  });

  it('shows the figures that the server computed', async () => {
    page();
    await waitFor(() => expect(figure('Speed to lead')).toHaveTextContent('38 s'));
    expect(figure('Leads')).toHaveTextContent('4');
    expect(figure('Booked a consult')).toHaveTextContent('50');
    expect(figure('Won')).toHaveTextContent('25');
    expect(await screen.findByRole('region', { name: 'Conversion by source' })).toBeInTheDocument();
  });

  it('says no number of leads before it is known', async () => {
    let figuresCome: (answer: { json: object }) => void = () => undefined;
    office.on(`GET ${LEADS}/figures`, () => new Promise((come) => (figuresCome = come)));
    page();
    await screen.findByRole('link', { name: 'Lead led_1' });
    expect(screen.queryByText(/^\d+ leads?$/)).not.toBeInTheDocument();
    figuresCome({
      json: { total: 0, contacted: 0, booked: 0, won: 0, by_stage: {}, speed_seconds: null, waited: 0, answered: 0, by_source: [] },
    });
    expect(await screen.findAllByText('0 leads')).toHaveLength(2);
  });

  it('is narrowed by the address, and narrows it', async () => {
    const { search } = page('/?source=staff&next=overdue&days=7&owner=nonsense');
    await screen.findByRole('link', { name: 'Lead led_1' });
    const asked = new URLSearchParams(office.askedOf(`GET ${LEADS}`)[0]?.search);
    expect(Object.fromEntries(asked)).toEqual({ source: 'staff', next_step: 'overdue', days: '7', limit: '25' });
    await userEvent.selectOptions(screen.getByLabelText('Owner'), 'Unassigned');
    expect(search()).toContain('owner=none');
  });

  it('says why Mia has not answered', async () => {
    const follow_up = { state: 'blocked', channel: 'sms', due_at: '2026-11-21T14:50:00Z', reason: 'No consent to text or call' };
    cards = [lead('led_1', { follow_up })];
    page();
    expect(await screen.findByText('No consent to text or call')).toBeInTheDocument();
  });

  it('shows one stage at a time on a phone', async () => {
    windowIs('narrow');
    const { search } = page();
    await screen.findByRole('link', { name: 'Lead led_1' });
    expect(screen.queryByRole('link', { name: 'Lead led_2' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Contacted 1' }));
    expect(screen.getByRole('link', { name: 'Lead led_2' })).toBeInTheDocument();
    expect(search()).toContain('stage=contacted');
  });

  it('is empty before the first lead, and says what narrows it when nobody is found', async () => {
    cards = [];
    const first = page();
    expect(await screen.findByText('No leads yet')).toBeInTheDocument();
    first.unmount();
    page('/?source=staff');
    expect(await screen.findByText('No leads found')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show all leads' }));
    expect(await screen.findByText('No leads yet')).toBeInTheDocument();
  });

  it('offers to try again when the office is out of order, and not when it refuses', async () => {
    office.refuse(`GET ${LEADS}`, 500);
    const first = page();
    expect(await screen.findByText('Couldn’t load leads.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
    first.unmount();
    office.refuse(`GET ${LEADS}`, 403, 'Your role does not allow this.');
    page();
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('lets those who may only look change nothing', async () => {
    page('/', false);
    expect(await screen.findByRole('link', { name: 'Lead led_1' })).toBeInTheDocument();
    expect(cardOf('Lead led_1')).toHaveAttribute('draggable', 'false');
    expect(screen.queryByRole('button', { name: 'New lead' })).not.toBeInTheDocument();
  });
});

describe('Moving a lead', () => {
  const answerMoves = () =>
    office.on(`POST ${LEADS}/led_1/stage`, ({ body }) => {
      const { stage, lost_reason } = body as { stage: Stage; lost_reason: null };
      cards = [lead('led_1', { stage, lost_reason, version: cards[0]!.version + 1 }), ...cards.slice(1)];
      return { json: detail(cards[0]!) };
    });

  it('happens at once by keyboard, and is taken back by Undo', async () => {
    answerMoves();
    page();
    (await screen.findByRole('link', { name: 'Lead led_1' })).focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(column('Contacted')).toContainElement(cardOf('Lead led_1'));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Lead led_1' })).toHaveFocus());
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(column('New')).toContainElement(cardOf('Lead led_1')));
    expect(office.askedOf(`POST ${LEADS}/led_1/stage`).map(({ body }) => body)).toEqual([
      { stage: 'contacted', lost_reason: null, version: 3 },
      { stage: 'new', lost_reason: null, version: 4 },
    ]);
  });

  it('is rolled back when the office refuses, and says why', async () => {
    office.refuse(`POST ${LEADS}/led_1/stage`, 409, 'No consult is booked for this lead.');
    page();
    const card = await screen.findByRole('link', { name: 'Lead led_1' });
    const data = { effectAllowed: '', setData: () => undefined };
    fireEvent.dragStart(card.closest('li')!, { dataTransfer: data });
    fireEvent.dragOver(column('Consult booked'), { dataTransfer: data });
    fireEvent.drop(column('Consult booked'), { dataTransfer: data });
    expect(await screen.findByText('No consult is booked for this lead.')).toBeInTheDocument();
    await waitFor(() => expect(column('New')).toContainElement(cardOf('Lead led_1')));
  });

  it('to Lost asks for a reason', async () => {
    answerMoves();
    page('/?lead=led_1');
    const drawer = await screen.findByRole('dialog', { name: 'Lead led_1' });
    await userEvent.selectOptions(await within(drawer).findByLabelText('Stage'), 'Lost');
    const dialog = await screen.findByRole('dialog', { name: 'Mark Lead led_1 as lost' });
    await userEvent.click(within(dialog).getByLabelText('Went somewhere else'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as lost' }));
    await waitFor(() =>
      expect(office.askedOf(`POST ${LEADS}/led_1/stage`)[0]?.body).toEqual({ stage: 'lost', lost_reason: 'elsewhere', version: 3 }),
    );
  });
});

describe('A lead', () => {
  it('opens with its timeline, its thread, and what it waits for', async () => {
    page('/?lead=led_1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Lead led_1' }));
    expect(await drawer.findByText('After six, please')).toBeInTheDocument();
    const lines = drawer.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines[0]).toMatch(/Mia’s response is waiting.*Outside the lead.s contact hours.*until November 22, 2026/);
    expect(lines[1]).toMatch(/^Received/);
    expect(drawer.getByRole('link', { name: 'Text' })).toHaveAttribute(
      'href', `/dashboard/${SLUG}/messages?thread=thr_1`,
    );
  });

  it('is changed with the version that was read, and faults stand at their fields', async () => {
    office.on(`PUT ${LEADS}/led_1`, () => ({ status: 422, json: { title: 'Invalid', status: 422, errors: { phone: 'Not a phone number' } } }));
    page('/?lead=led_1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Lead led_1' }));
    await userEvent.click(await drawer.findByRole('button', { name: 'Edit' }));
    await userEvent.clear(drawer.getByLabelText('Next step'));
    await userEvent.type(drawer.getByLabelText('Next step'), 'Send the price list');
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    expect(await drawer.findByText('Not a phone number')).toBeInTheDocument();
    expect(office.askedOf(`PUT ${LEADS}/led_1`)[0]?.body).toEqual({
      name: 'Lead led_1', phone: '(305) 555-0177', email: null, interest: 'Botox', owner_id: OWNER.id,
      next_step: 'Send the price list', next_step_on: '2026-11-20', agrees_to_texts: false, agrees_to_ai_calls: false, version: 3,
    });
  });

  it('is entered once with what the person agreed to', async () => {
    office.on(`POST ${LEADS}`, () => ({ status: 201, json: detail(lead('led_9')) }));
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'New lead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New lead' }));
    await userEvent.type(dialog.getByLabelText('Full name'), 'Noa Levin');
    await userEvent.click(dialog.getByLabelText('They agreed to be texted'));
    await userEvent.click(dialog.getByRole('button', { name: 'Add lead' }));
    await waitFor(() => expect(office.askedOf(`POST ${LEADS}`)).toHaveLength(1));
    expect(office.askedOf(`POST ${LEADS}`)[0]?.body).toMatchObject({
      name: 'Noa Levin', agrees_to_texts: true, agrees_to_ai_calls: false, phone: null,
    });
  });
});

it('says lengths of time as figures do', () => {
  expect([38, 240, 9_000, 300_000].map(duration)).toEqual(['38 s', '4 min', '2.5 h', '3 days']);
});
