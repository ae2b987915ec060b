import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { inOrder } from '@/features/inbox/threads/in-order';
import { Inbox } from '@/features/inbox/threads/inbox';
import { NewMessage } from '@/features/inbox/threads/new-message';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';
import { CALL, conversation, EMAIL, LISTED, SIGNATURE, TEXT } from './conversation';

let office: FakeOffice;

beforeEach(() => {
  office = new FakeOffice();
  office.on(`GET ${CLINIC}/conversations/counts`, () => ({ json: { unread: 1, waiting: 0, mine: 0 } }));
  office.on(`GET ${CLINIC}/tasks/owners`, () => ({ json: [{ id: 'usr_1', name: 'Riley Santos', active: true }, { id: 'usr_2', name: 'Elena Marchetti', active: true }] }));
  office.on(`PATCH ${CLINIC}/conversations/thr_1`, () => ({ status: 204 }));
  office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [LISTED], next_cursor: null } }));
  office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation() }));
  office.on(`GET ${CLINIC}/conversations/thr_2`, () => ({ json: conversation({ id: 'thr_2' }) }));
});

const open = (address = '/?thread=thr_1', mayWrite = true, begin?: (query: string) => ReactNode) =>
  show(
    <Inbox slug={SLUG} timeZone="America/New_York" may={{ book: true, write: mayWrite, note: mayWrite, replies: false }} signature={SIGNATURE} me="usr_1" begin={begin} entry={null} />,
    address,
  );

describe('a conversation', () => {
  it('holds messages, calls and chats of a person in order', () => {
    expect(inOrder({ messages: [EMAIL, TEXT], contacts: [CALL], notes: [] }).map(({ id }) => id)).toEqual([TEXT.id, CALL.id, EMAIL.id]);
  });

  it('names each channel where there are two, and opens what was said in a call', async () => {
    open();
    const log = within(await screen.findByRole('log', { name: 'Messages' }));
    expect(log.getByText(/Patient · Text ·/)).toBeInTheDocument();
    expect(log.getByText(/Staff · Email ·/)).toBeInTheDocument();
    expect(log.getByRole('link', { name: 'Call' })).toHaveAttribute('href', expect.stringContaining('act_1'));
  });

  it('is sent by the way that was chosen, under one key however often it has to be tried', async () => {
    office.refuse(`POST ${CLINIC}/conversations/thr_2/messages`, 409, 'This was not sent. No consent.');
    open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Email ana@mail.example' }));
    await userEvent.type(screen.getByLabelText('Message'), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('This was not sent. No consent.')).toBeInTheDocument();
    office.on(`POST ${CLINIC}/conversations/thr_2/messages`, () => ({ status: 202, json: { id: 'txt_9' } }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(''));
    const [first, second] = office.askedOf(`POST ${CLINIC}/conversations/thr_2/messages`);
    expect(first?.body).toEqual(second?.body);
  });

  it('says why and until when someone may not be written to, and offers nothing to those who opted out', async () => {
    const [text] = conversation().ways;
    const closed = { ...text!, allowed: false, reason: 'Outside contact hours', until: '2026-11-25T13:00:00Z' };
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ ways: [closed] }) }));
    const page = open();
    expect(await screen.findByText(/^Not now: Outside contact hours\. Available /)).toBeInTheDocument();
    page.unmount();
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ ways: [{ ...closed, opted_out: true }] }) }));
    open();
    expect(await screen.findByText(/opted out of messages/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Message')).toBeNull();
  });

  it('is read only for those who may not write', async () => {
    open('/?thread=thr_1', false);
    await screen.findByRole('log', { name: 'Messages' });
    expect(screen.queryByLabelText('Message')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  });

  it('with someone who is no patient bears the name of their lead, in the list and above', async () => {
    const stranger = { patient_id: null, name: null };
    office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [{ ...LISTED, ...stranger }], next_cursor: null } }));
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation(stranger) }));
    office.on(`POST ${CLINIC}/conversations/names`, () => ({ json: { items: [{ id: 'thr_1', name: 'Noa Levin' }] } }));
    show(<Inbox slug={SLUG} timeZone="America/New_York" may={{ book: true, write: true, note: true, replies: false }} signature={SIGNATURE} me="usr_1" entry={null} person={() => null} />, '/?thread=thr_1');
    expect(await screen.findByRole('heading', { name: 'Noa Levin' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Noa Levin/ })).toBeInTheDocument();
  });

  it('is marked in the list whichever of its addresses is open', async () => {
    open('/?thread=thr_2');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Ana Ruiz/ })).toHaveAttribute('aria-pressed', 'true'));
  });
});

describe('what is half written', () => {
  const SECOND = { ...LISTED, id: 'thr_8', patient_id: 'pat_8', name: 'Bo Lind' };
  const SEND = `POST ${CLINIC}/conversations/thr_1/messages`;

  beforeEach(() => {
    office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [LISTED, SECOND], next_cursor: null } }));
    const way = { ...conversation().ways[0]!, id: 'thr_8' };
    office.on(`GET ${CLINIC}/conversations/thr_8`, () => ({ json: conversation({ ...SECOND, ways: [way] }) }));
  });

  it('is there again after a look into another conversation, and marked in the list meanwhile', async () => {
    open();
    await userEvent.type(await screen.findByLabelText('Message'), 'We open at');
    await userEvent.click(screen.getByRole('button', { name: /^Bo Lind/ }));
    expect(await screen.findByRole('heading', { name: 'Bo Lind' })).toBeInTheDocument();
    expect(screen.getByLabelText('Message')).toHaveValue('');
    const ana = screen.getByRole('button', { name: /^Ana Ruiz/ });
    expect(within(ana).getByText('Draft')).toBeInTheDocument();
    await userEvent.click(ana);
    expect(await screen.findByDisplayValue('We open at')).toBeInTheDocument();
  });

  it('stays when the conversation becomes a patient’s', async () => {
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ patient_id: null, name: null }) }));
    const page = open();
    await userEvent.type(await screen.findByLabelText('Message'), 'We open at');
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation() }));
    await act(() => page.queries.invalidateQueries());
    expect(await screen.findByRole('heading', { name: 'Ana Ruiz' })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Message'), ' nine');
    expect(screen.getByLabelText('Message')).toHaveValue('We open at nine');
  });

  it('keeps what is written while a message is on its way', async () => {
    let arrive: () => void = () => undefined;
    office.on(SEND, () => new Promise((done) => (arrive = () => done({ status: 202, json: { id: 'txt_9' } }))));
    open();
    const box = await screen.findByLabelText('Message');
    await userEvent.type(box, 'We open at nine.');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.type(box, ' See you');
    await act(async () => arrive());
    await waitFor(() => expect(box).toHaveValue('See you'));
    expect(office.askedOf(SEND)[0]?.body).toMatchObject({ text: 'We open at nine.' });
  });

  it('is emptied when it was sent, though another conversation is open by then', async () => {
    let arrive: () => void = () => undefined;
    office.on(SEND, () => new Promise((done) => (arrive = () => done({ status: 202, json: { id: 'txt_9' } }))));
    open();
    await userEvent.type(await screen.findByLabelText('Message'), 'We open at nine.');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.click(screen.getByRole('button', { name: /^Bo Lind/ }));
    await screen.findByRole('heading', { name: 'Bo Lind' });
    await act(async () => arrive());
    await waitFor(() => expect(screen.queryByText('Draft')).toBeNull());
  });
});

describe('the keyboard', () => {
  const box = () => screen.getByLabelText('Message');

  it('is in the message after it was asked to write to someone', async () => {
    office.on(`POST ${CLINIC}/conversations`, () => ({ json: { id: 'thr_1' } }));
    open('/?to=pat_1');
    await waitFor(() => expect(box()).toHaveFocus());
  });

  it('goes there with R, and on to the next conversation with Alt+J', async () => {
    const next = { ...LISTED, id: 'thr_8', patient_id: 'pat_8', name: 'Bo Lind' };
    office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [LISTED, next], next_cursor: null } }));
    office.on(`GET ${CLINIC}/conversations/thr_8`, () => ({ json: conversation({ ...next, ways: [{ ...conversation().ways[0]!, id: 'thr_8', opted_out: true }] }) }));
    open();
    await screen.findByRole('log', { name: 'Messages' });
    expect(box()).not.toHaveFocus();
    await userEvent.keyboard('r');
    expect(box()).toHaveFocus();
    await userEvent.keyboard('{Alt>}j{/Alt}');
    expect(await screen.findByRole('heading', { name: 'Bo Lind' })).toBeInTheDocument();
    // They opted out: there is nothing to write into.
    await waitFor(() => expect(screen.getByRole('log', { name: 'Messages' })).toHaveFocus());
    await userEvent.keyboard('{Alt>}k{/Alt}');
    await waitFor(() => expect(box()).toHaveFocus());
  });
});

describe('a conversation in hand', () => {
  const changes = () => office.askedOf(`PATCH ${CLINIC}/conversations/thr_1`).map(({ body }) => body);

  it('is read by opening it, once, and by those alone who may answer', async () => {
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ unread: true }) }));
    const page = open('/?thread=thr_1', false);
    await screen.findByRole('log', { name: 'Messages' });
    expect(changes()).toEqual([]);
    page.unmount();
    open();
    await waitFor(() => expect(changes()).toEqual([{ unread: false }]));
  });

  it('is kept for later as unread, and closes', async () => {
    const page = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as unread' }));
    expect(changes()).toEqual([{ unread: true }]);
    expect(page.search()).toBe('');
  });

  it('is given to a member of the team, and says who has it', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Assign' }));
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ assignee_id: 'usr_2' }) }));
    await userEvent.click(await screen.findByRole('button', { name: 'Elena Marchetti' }));
    expect(changes()).toEqual([{ assignee_id: 'usr_2' }]);
    expect(await screen.findByRole('button', { name: 'Assigned to Elena Marchetti' })).toBeInTheDocument();
    expect(screen.getByText('Assigned to Elena Marchetti.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeInTheDocument();
    expect(changes()).toEqual([{ assignee_id: 'usr_2' }, { assignee_id: null }]);
  });

  it('is found among the unread, which are counted and marked', async () => {
    const listed = { ...LISTED, unread: true };
    office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [listed], next_cursor: null } }));
    const page = open('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Unread 1' }));
    expect(page.search()).toBe('?show=unread');
    expect(office.askedOf(`POST ${CLINIC}/conversations/search`).at(-1)?.body).toMatchObject({ show: 'unread' });
    expect(await screen.findByText(', unread')).toBeInTheDocument();
  });

  it('says what is empty, and leads back to all', async () => {
    office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [], next_cursor: null } }));
    const page = open('/?show=mine');
    expect(await screen.findByText('Nothing is assigned to you')).toBeInTheDocument();
    expect(screen.getByText('Assign a conversation to yourself to find it here.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show all conversations' }));
    expect(page.search()).toBe('');
  });
});

describe('a new message', () => {
  it('begins with a patient who is found by name', async () => {
    const chosen: string[] = [];
    const items = [{ id: 'pat_1', name: 'Ana Ruiz', phone: null }];
    office.on(`POST ${CLINIC}/patients/search`, () => ({ json: { items } }));
    show(<NewMessage slug={SLUG} mayReadLeads={false} onChoose={(id) => chosen.push(id)} />);
    await userEvent.click(screen.getByRole('button', { name: 'New message' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'To' }), 'ana');
    await userEvent.click(await screen.findByRole('button', { name: 'Ana Ruiz No phone' }));
    expect(chosen).toEqual(['pat_1']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is offered to someone who was looked for and has no conversation yet', async () => {
    office.on(`POST ${CLINIC}/conversations/search`, () => ({ json: { items: [], next_cursor: null } }));
    office.on(`POST ${CLINIC}/patients/search`, () => ({ json: { items: [{ id: 'pat_1', name: 'Ana Ruiz', phone: null }] } }));
    open('/', true, (query) => <NewMessage slug={SLUG} mayReadLeads={false} query={query} onChoose={() => undefined} />);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or phone' }), 'Ana');
    await userEvent.click(await screen.findByRole('button', { name: 'Start a conversation' }));
    expect(await screen.findByRole('button', { name: 'Ana Ruiz No phone' })).toBeInTheDocument();
  });

  it('begins with a lead, whose consent is shown', async () => {
    const chosen: string[] = [];
    const found = { id: 'led_1', name: 'Noa Levin', phone: '(305) 555-0177', email: null, opted_out: false };
    office.on(`POST ${CLINIC}/patients/search`, () => ({ json: { items: [] } }));
    office.on(`POST ${CLINIC}/leads/search`, () => ({
      json: { items: [{ ...found, agreed_to: ['sms'] }, { ...found, id: 'led_2', name: 'Noa Perl', agreed_to: [] }] },
    }));
    show(<NewMessage slug={SLUG} mayReadLeads onChoose={(id) => chosen.push(id)} />);
    await userEvent.click(screen.getByRole('button', { name: 'New message' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'To' }), 'noa');
    expect(await screen.findByRole('button', { name: /^Noa Perl .*no consent recorded$/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Noa Levin (305) 555-0177, agreed to texts' }));
    expect(chosen).toEqual(['led_1']);
  });

  it('says when nobody is found', async () => {
    for (const kind of ['patients', 'leads']) office.on(`POST ${CLINIC}/${kind}/search`, () => ({ json: { items: [] } }));
    show(<NewMessage slug={SLUG} mayReadLeads onChoose={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'New message' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'To' }), 'zzz');
    expect(await screen.findByText('No patient or lead matches that.')).toBeInTheDocument();
  });

  it('opens the conversation of whomever the address names', async () => {
    office.on(`POST ${CLINIC}/conversations`, () => ({ json: { id: 'thr_1' } }));
    const page = open('/?to=pat_1');
    await waitFor(() => expect(page.search()).toBe('?thread=thr_1'));
    expect(office.askedOf(`POST ${CLINIC}/conversations`)[0]?.body).toEqual({ patient_id: 'pat_1', channel: null });
  });

  it('says so when the patient cannot be written to at all', async () => {
    office.refuse(`POST ${CLINIC}/conversations`, 409, 'There is no email address on this record.');
    const page = open('/?to=pat_1&by=email');
    expect(await screen.findByText('There is no email address on this record.')).toBeInTheDocument();
    expect(page.search()).toBe('');
  });
});
