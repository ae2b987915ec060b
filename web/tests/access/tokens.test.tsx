import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { TokenList } from '@/features/identity/tokens/token-list';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const TOKENS = `${CLINIC}/api-tokens`;
const SCOPES = [
  { value: 'figures.read', label: 'Read figures' },
  { value: 'appointments.write', label: 'Book and change appointments' },
];
const token = (id: string, more: object = {}) => ({
  id,
  name: 'Reporting',
  scopes: ['figures.read'],
  prefix: 'mia_ab12',
  created_by: 'Elena Marchetti',
  created_at: '2026-07-21T19:05:00Z',
  last_used_at: null,
  expires_at: null,
  ...more,
});

let office: FakeOffice;
let items: ReturnType<typeof token>[];
beforeEach(() => {
  items = [];
  office = new FakeOffice().on(`GET ${TOKENS}`, () => ({ json: { items, scopes: SCOPES } }));
});

const page = () => show(<TokenList slug={SLUG} timeZone="America/New_York" />);

async function fill() {
  await userEvent.click(await screen.findByRole('button', { name: 'New token' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New token' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Reporting');
  return dialog;
}

describe('the tokens', () => {
  it('show what each may do in plain words, who made it, its use and its end', async () => {
    items = [token('tok_1'), token('tok_2', { last_used_at: '2026-07-21T19:05:00Z', expires_at: '2026-07-22T19:05:00Z' })];
    page();
    const list = await screen.findByRole('region', { name: 'Tokens' });
    expect(await within(list).findAllByText('Read figures')).toHaveLength(2);
    expect(list).toHaveTextContent(/mia_ab12….*Created by Elena Marchetti, July 21, 2026Not used yetNever expires/);
    expect(list).toHaveTextContent(/Used July 21, 2026Expired/);
  });

  it('say so when there is none', async () => {
    page();
    expect(await screen.findByText('No tokens yet')).toBeInTheDocument();
  });

  it('are revoked after a yes', async () => {
    items = [token('tok_1')];
    office.on(`DELETE ${TOKENS}/tok_1`, () => {
      items = [];
      return { status: 204 };
    });
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Reporting' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes, revoke' }));
    expect(await screen.findByText('No tokens yet')).toBeInTheDocument();
  });
});

describe('a new token', () => {
  it('is shown once, and only the button closes it', async () => {
    office.on(`POST ${TOKENS}`, () => {
      items = [token('tok_1')];
      return { status: 201, json: { item: items[0], token: 'mia_ab12secret' } };
    });
    page();
    const dialog = await fill();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Read figures' }));
    await userEvent.selectOptions(dialog.getByLabelText('Expires after'), '30 days');
    await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(office.askedOf(`POST ${TOKENS}`)[0]?.body).toEqual({
      name: 'Reporting',
      scopes: ['figures.read'],
      expires_in_days: 30,
    });
    const shown = await screen.findByRole('dialog', { name: 'Copy your token' });
    shown.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(within(shown).getByText('mia_ab12secret')).toBeInTheDocument();
    await userEvent.click(within(shown).getByRole('button', { name: 'I saved it' }));
    expect(screen.queryByText('mia_ab12secret')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Revoke Reporting' })).toBeInTheDocument();
  });

  it('may do something at least', async () => {
    page();
    const dialog = await fill();
    await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await dialog.findByText('Choose at least one permission.')).toBeInTheDocument();
    expect(office.askedOf(`POST ${TOKENS}`)).toHaveLength(0);
  });

  it('is refused in the words of the server', async () => {
    office.refuse(`POST ${TOKENS}`, 422, 'A token of this name exists.');
    page();
    const dialog = await fill();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Read figures' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await dialog.findByText('A token of this name exists.')).toBeInTheDocument();
  });
});
