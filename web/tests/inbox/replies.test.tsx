import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, firstNameOf } from '@/features/inbox/replies/fill';
import { Thread } from '@/features/inbox/threads/thread';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';
import { conversation, SIGNATURE } from './conversation';

const REPLIES = `${CLINIC}/saved-replies`;
const PARKING = { id: 'rpl_1', title: 'Parking', text: 'Hi {first name}, park behind the house. {my name}, {practice}' };
const PRICES = { id: 'rpl_2', title: 'Prices', text: 'Here is our list.' };
const FILLED = 'Hi Ana, park behind the house. Riley Santos, Downtown Medspa';

let office: FakeOffice;

beforeEach(() => {
  office = new FakeOffice();
  office.on(`GET ${CLINIC}/conversations/thr_1`, () => ({ json: conversation() }));
  office.on(`GET ${REPLIES}`, () => ({ json: { items: [PARKING, PRICES] } }));
});

async function open(replies = false) {
  show(<Thread slug={SLUG} timeZone="America/New_York" id="thr_1" may={{ book: true, write: true, note: true, replies }} signature={SIGNATURE} />, '/');
  return screen.findByLabelText('Message');
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('placeholders', () => {
  it('are filled in, and a name that nobody knows leaves no gap', () => {
    const names = { my: 'Riley $1', practice: 'Downtown Medspa' };
    expect(fill(PARKING.text, { ...names, first: 'Ana' })).toBe('Hi Ana, park behind the house. Riley $1, Downtown Medspa');
    expect(fill('Hi {first name}, hello', { ...names, first: null })).toBe('Hi, hello');
    expect(fill('{first name}, hello', { ...names, first: null })).toBe('hello');
    expect([firstNameOf('Ana Ruiz'), firstNameOf(null), firstNameOf(' ')]).toEqual(['Ana', null, null]);
  });
});

describe('a saved reply', () => {
  it('is found with / and inserted by Enter, filled in', async () => {
    const box = await open();
    await userEvent.type(box, '/');
    const list = await dialog('Saved replies');
    await userEvent.type(await list.findByRole('combobox'), 'house');
    expect(list.getAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    expect(box).toHaveValue(FILLED);
    await userEvent.type(box, ' 1/2');
    expect(screen.queryByRole('option')).toBeNull();
    expect(box).toHaveValue(`${FILLED} 1/2`);
  });

  it('is reached by arrows and by a press, and goes where the cursor is', async () => {
    const box = await open();
    await userEvent.type(box, 'See: ');
    await userEvent.click(screen.getByRole('button', { name: 'Saved replies (/)' }));
    const list = await dialog('Saved replies');
    await userEvent.type(await list.findByRole('combobox'), '{ArrowDown}');
    expect(list.getByRole('option', { name: /Prices/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(list.getByRole('option', { name: /Prices/ }));
    expect(box).toHaveValue('See: Here is our list.');
  });

  it('is said to be missing, and who may not change replies is offered nothing else', async () => {
    office.on(`GET ${REPLIES}`, () => ({ json: { items: [] } }));
    await userEvent.type(await open(), '/');
    const list = await dialog('Saved replies');
    expect(await list.findByText(/Your manager can add/)).toBeInTheDocument();
    expect(list.queryByRole('button')).toBeNull();
  });

  it('is made of what is being written, and its fields say what is wrong', async () => {
    office.on(`POST ${REPLIES}`, () => ({
      status: 422,
      json: { type: 'about:blank', title: 'Invalid', status: 422, detail: 'This reply can’t be saved', errors: { text: 'Not so' } },
    }));
    await userEvent.type(await open(true), 'We open at nine');
    await userEvent.click(screen.getByRole('button', { name: 'Saved replies (/)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'New reply' }));
    const form = await dialog('New reply');
    expect(form.getByLabelText('Text')).toHaveValue('We open at nine');
    await userEvent.type(form.getByLabelText('Title'), 'Opening');
    await userEvent.click(form.getByRole('button', { name: 'Save reply' }));
    expect(await form.findByText('Not so')).toBeInTheDocument();
    office.on(`POST ${REPLIES}`, () => ({ status: 201, json: { ...PRICES, title: 'Opening' } }));
    await userEvent.click(form.getByRole('button', { name: 'Save reply' }));
    expect((await dialog('Edit saved replies')).getByText('Parking')).toBeInTheDocument();
    expect(office.askedOf(`POST ${REPLIES}`).at(-1)?.body).toEqual({ title: 'Opening', text: 'We open at nine' });
  });

  it('is changed and deleted by those who may', async () => {
    office.on(`PUT ${REPLIES}/rpl_1`, () => ({ json: PARKING }));
    office.on(`DELETE ${REPLIES}/rpl_1`, () => ({ status: 204 }));
    await userEvent.type(await open(true), '/');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit replies' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Parking' }));
    await userEvent.click((await dialog('Edit reply')).getByRole('button', { name: 'Save reply' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Parking' }));
    office.on(`GET ${REPLIES}`, () => ({ json: { items: [PRICES] } }));
    await userEvent.click((await dialog('Delete “Parking”?')).getByRole('button', { name: 'Delete reply' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Parking' })).toBeNull());
    expect(office.askedOf(`PUT ${REPLIES}/rpl_1`).map(({ body }) => body)).toEqual([{ title: 'Parking', text: PARKING.text }]);
  });
});
