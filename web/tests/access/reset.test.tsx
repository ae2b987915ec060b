import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResetFlow } from '@/features/identity/entrance/reset-flow';
import { takeEmailLink } from '@/lib/session/email-link';
import { FakeOffice } from '../clinic/fake-office';

const EXCHANGE = 'POST /api/password-resets/exchange';
const UPDATE = 'PUT /api/password-resets/password';
const [ACCESS, REFRESH] = ['aaa-access', 'rrr-refresh'];
const LINK = `#access_token=${ACCESS}&refresh_token=${REFRESH}&type=recovery`;
let office: FakeOffice;
let goTo: (path: string) => void;

beforeEach(() => {
  office = new FakeOffice().on(EXCHANGE, () => ({ status: 204 })).on(UPDATE, () => ({ status: 204 }));
  goTo = vi.fn();
});
afterEach(() => void vi.useRealTimers());

function open(address: string) {
  history.replaceState(null, '', `/reset-password${address}`);
  return render(<ResetFlow goTo={goTo} link={takeEmailLink()} />);
}

const password = () => screen.findByLabelText('New password');
async function choose(text: string) {
  await userEvent.type(await password(), text);
  await userEvent.click(screen.getByRole('button', { name: 'Update Password' }));
}

describe('a reset link', () => {
  it('is verified with a spinner', () => {
    office.on(EXCHANGE, () => new Promise(() => undefined));
    open(LINK);
    expect(screen.getByRole('status')).toHaveTextContent('Verifying');
  });

  it('is exchanged once', async () => {
    open(LINK);
    expect(await password()).toHaveFocus();
    expect(office.askedOf(EXCHANGE).map(({ body }) => body)).toEqual([{ access_token: ACCESS, refresh_token: REFRESH }]);
  });

  it('may carry its halves behind the question mark', async () => {
    open(`?access_token=${ACCESS}&refresh_token=${REFRESH}`);
    expect(await password()).toBeInTheDocument();
  });

  it('opens the form once more when the page is loaded anew', async () => {
    const first = open(LINK);
    await password();
    first.unmount();
    render(<ResetFlow goTo={goTo} link={takeEmailLink()} />);
    expect(await password()).toBeInTheDocument();
    expect(office.askedOf(EXCHANGE)).toHaveLength(1);
  });

  it.each([
    ['', 'hash: none; query: none'],
    [`#access_token=${ACCESS}&type=recovery`, 'hash: access_token, type; query: none'],
    [`?refresh_token=${REFRESH}`, 'hash: none; query: refresh_token'],
  ])('that lacks a half (%s) is told by names and without a value', async (address, found) => {
    open(address);
    expect(await screen.findByRole('alert')).toHaveTextContent('No reset tokens found');
    expect(screen.getByText(`Found in the address: ${found}`)).toBeInTheDocument();
    expect(document.body.innerHTML).not.toMatch(/aaa-access|rrr-refresh/);
    expect(office.asked).toHaveLength(0);
  });

  it('that is void offers a new one and the login', async () => {
    office.refuse(EXCHANGE, 400, 'Invalid or expired reset link. Please try again.');
    open(LINK);
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired reset link. Please try again.');
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/login#forgot-password');
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(document.body.innerHTML).not.toMatch(/aaa-access|rrr-refresh/);
  });

  it.each([
    ['out of reach', () => office.goDown()],
    ['out of order', () => office.refuse(EXCHANGE, 500, 'deadlock detected')],
  ])('may be tried again when the server is %s', async (_, breakIt) => {
    breakIt();
    open(LINK);
    expect(await screen.findByRole('alert')).toHaveTextContent('Error processing reset link.');
    office.comeBack();
    office.on(EXCHANGE, () => ({ status: 204 }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await password()).toBeInTheDocument();
  });
});

describe('the new password', () => {
  it('cannot be sent while there is none, and can be shown', async () => {
    open(LINK);
    expect(await password()).toHaveAttribute('autocomplete', 'new-password');
    expect(screen.getByRole('button', { name: 'Update Password' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(await password()).toHaveAttribute('type', 'text');
  });

  it('must have eight characters', async () => {
    open(LINK);
    await choose('seven77');
    expect(screen.getByRole('alert')).toHaveTextContent('Password must be at least 8 characters long');
    expect(office.askedOf(UPDATE)).toHaveLength(0);
  });

  it('is advised on while it is typed', async () => {
    open(LINK);
    await userEvent.type(await password(), 'violet kettle harbor');
    expect(screen.getByRole('status')).toHaveTextContent('Strong');
  });

  it('is busy while it is sent', async () => {
    office.on(UPDATE, () => new Promise(() => undefined));
    open(LINK);
    await choose('violet kettle harbor');
    expect(screen.getByRole('button', { name: 'Updating Password...' })).toBeDisabled();
  });

  it('leads to the login two seconds after it was updated', async () => {
    open(LINK);
    await userEvent.type(await password(), 'violet kettle harbor');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    screen.getByRole('button', { name: 'Update Password' }).click();
    expect(await screen.findByRole('heading', { name: 'Password Updated!' })).toHaveFocus();
    expect(office.askedOf(UPDATE)[0]?.body).toEqual({ password: 'violet kettle harbor' });
    expect(goTo).not.toHaveBeenCalled();
    await act(async () => undefined); // what the view does once it stands, such as starting its clock
    act(() => void vi.advanceTimersByTime(2_000));
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/login');
  });

  it.each([
    ['the server refuses it', () => office.refuse(UPDATE, 422, 'This password is too common. Please choose another.'),
      'This password is too common. Please choose another.'],
    ['the server fails', () => office.refuse(UPDATE, 500), 'Failed to update password. Try again.'],
    ['the server is out of reach', () => office.goDown(), 'An unexpected error occurred. Please try again.'],
  ])('stays in the form when %s', async (_, breakIt, said) => {
    open(LINK);
    await password();
    breakIt();
    await choose('violet kettle harbor');
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(await password()).toHaveValue('violet kettle harbor');
    expect(screen.getByRole('button', { name: 'Update Password' })).toBeEnabled();
  });

  it('asks for a new link when the right to choose has ended, also after a reload', async () => {
    office.refuse(UPDATE, 400, 'Invalid or expired reset link. Please try again.');
    const page = open(LINK);
    await choose('violet kettle harbor');
    expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toHaveFocus();
    page.unmount();
    render(<ResetFlow goTo={goTo} link={takeEmailLink()} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('No reset tokens found');
  });
});
