import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Thread } from '@/features/inbox/threads/thread';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';
import { conversation, NOTE, SIGNATURE } from './conversation';

let office: FakeOffice;
const NOTES = `${CLINIC}/conversations/thr_1/notes`;

beforeEach(() => {
  office = new FakeOffice();
  office.on(`GET ${CLINIC}/tasks/owners`, () => ({ json: [{ id: 'usr_2', name: 'Elena Marchetti', active: true }] }));
  office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ notes: [NOTE] }) }));
});

const open = (may = { write: true, note: true }) =>
  show(<Thread slug={SLUG} timeZone="America/New_York" id="thr_1" may={{ book: true, ...may, replies: false }} signature={SIGNATURE} />, '/');

describe('a note', () => {
  it('stands between the messages with who wrote it, and is only theirs to delete', async () => {
    open();
    const log = within(await screen.findByRole('log', { name: 'Messages' }));
    expect(log.getByText(NOTE.text)).toBeInTheDocument();
    expect(await log.findByText(/Note · Elena Marchetti ·/)).toBeInTheDocument();
    expect(log.queryByRole('button', { name: 'Delete note' })).toBeNull();
  });

  it('is deleted by who wrote it, after a question, and says why it was not', async () => {
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ notes: [{ ...NOTE, mine: true }] }) }));
    office.refuse(`DELETE ${NOTES}/nte_1`, 403, 'Only who wrote a note can delete it.');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete note' }));
    const question = within(screen.getByRole('dialog', { name: 'Delete this note?' }));
    await userEvent.click(question.getByRole('button', { name: 'Delete note' }));
    expect(await question.findByText('Only who wrote a note can delete it.')).toBeInTheDocument();
    office.on(`DELETE ${NOTES}/nte_1`, () => ({ status: 204 }));
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation() }));
    await userEvent.click(question.getByRole('button', { name: 'Delete note' }));
    await waitFor(() => expect(screen.queryByText(NOTE.text)).toBeNull());
  });

  it('is written beside an unfinished message, which stays', async () => {
    office.on(`POST ${NOTES}`, () => ({ status: 201, json: NOTE }));
    open();
    await userEvent.type(await screen.findByLabelText('Message'), 'Dear Ana');
    await userEvent.click(screen.getByRole('button', { name: 'Note' }));
    await userEvent.keyboard('Prefers mornings{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(''));
    expect(office.askedOf(`POST ${NOTES}`).map(({ body }) => body)).toEqual([{ text: 'Prefers mornings' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    expect(screen.getByLabelText('Message')).toHaveValue('Dear Ana');
  });

  it('is what those may write who may not message patients, and what is left where someone opted out', async () => {
    const page = open({ write: false, note: true });
    expect(await screen.findByLabelText('Note')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
    page.unmount();
    const [way] = conversation().ways;
    office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation({ ways: [{ ...way!, opted_out: true }] }) }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Note' }));
    expect(screen.getByLabelText('Note')).toBeInTheDocument();
  });
});
