import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InviteFlow } from '@/features/identity/entrance/invite-flow';
import { takeEmailLink } from '@/lib/session/email-link';
import { FakeOffice, SESSION } from '../clinic/fake-office';

const VERIFY = 'POST /api/invites/verify';
const ACCEPT = 'POST /api/invites/accept';
const INVITE = { email: 'ines.moreau@downtown-medspa.example', clinic_name: 'Downtown Medspa', role_label: 'Front Desk', has_account: false };
let office: FakeOffice;
let goTo: (path: string) => void;

beforeEach(() => {
  office = new FakeOffice().on(VERIFY, () => ({ json: INVITE })).on(ACCEPT, () => ({ json: SESSION }));
  goTo = vi.fn();
});

function open(address = '#type=invite&token=secret-token') {
  history.replaceState(null, '', `/accept-invite${address}`);
  render(<InviteFlow goTo={goTo} link={takeEmailLink()} />);
}

describe('an invite', () => {
  it('is verified with a status', () => {
    office.on(VERIFY, () => new Promise(() => undefined));
    open();
    expect(screen.getByRole('status')).toHaveTextContent('Verifying your invite...');
  });

  it('makes an account with a password, and leads to the dashboard', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Create Your Password' })).toBeInTheDocument();
    expect(office.askedOf(VERIFY)[0]?.body).toEqual({ type: 'invite', token: 'secret-token' });
    expect(screen.getByText('Downtown Medspa')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(INVITE.email);
    expect(screen.getByRole('button', { name: 'Set Password' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Your name'), 'Ines Moreau');
    await userEvent.type(screen.getByLabelText('Password'), 'violet kettle harbor');
    await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/dashboard'));
    expect(office.askedOf(ACCEPT)[0]?.body).toEqual({ name: 'Ines Moreau', password: 'violet kettle harbor' });
  });

  it('asks for the name that the server requires', async () => {
    open();
    await userEvent.type(await screen.findByLabelText('Password'), 'violet kettle harbor');
    expect(screen.getByRole('button', { name: 'Set Password' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Your name'), '  ');
    expect(screen.getByRole('button', { name: 'Set Password' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Your name'), 'Ines');
    expect(screen.getByRole('button', { name: 'Set Password' })).toBeEnabled();
  });

  it('has no length rule of its own', async () => {
    office.refuse(ACCEPT, 422, 'Password must be at least 8 characters long');
    open();
    await userEvent.type(await screen.findByLabelText('Your name'), 'Ines');
    await userEvent.type(screen.getByLabelText('Password'), 'short');
    await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
    expect(await screen.findByText('Error setting password: Password must be at least 8 characters long')).toBeInTheDocument();
    expect(office.askedOf(ACCEPT)[0]?.body).toEqual({ name: 'Ines', password: 'short' });
    expect(screen.getByRole('button', { name: 'Set Password' })).toBeEnabled();
  });

  it('asks somebody with an account for its password', async () => {
    office.on(VERIFY, () => ({ json: { ...INVITE, has_account: true } }));
    open();
    expect(await screen.findByRole('heading', { name: 'Log In to Join' })).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    await userEvent.type(screen.getByLabelText('Password'), 'clear skin');
    await userEvent.click(screen.getByRole('button', { name: 'Log In and Join' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/dashboard'));
  });

  it('asks for the second factor of an account that has one', async () => {
    const due = { ...SESSION, home: null, second_factor: 'required', methods: ['totp'] };
    office.on(VERIFY, () => ({ json: { ...INVITE, has_account: true } })).on(ACCEPT, () => ({ json: due }));
    office.on('POST /api/session/second-factor', () => ({ json: { ...SESSION, second_factor: 'passed' } }));
    open();
    await userEvent.type(await screen.findByLabelText('Password'), 'clear skin');
    await userEvent.click(screen.getByRole('button', { name: 'Log In and Join' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/dashboard'));
  });

  it('leads to the security page where the practice asks for a second factor', async () => {
    office.on(ACCEPT, () => ({ json: { ...SESSION, second_factor: 'enrol' } }));
    open();
    await userEvent.type(await screen.findByLabelText('Your name'), 'Ines');
    await userEvent.type(screen.getByLabelText('Password'), 'violet kettle harbor');
    await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/account/security'));
  });

  it.each(['', '#type=invite', '#type=invite&token=', '?token=secret-token'])('without a token (%s) is told so', async (address) => {
    open(address);
    expect(await screen.findByRole('alert')).toHaveTextContent('Missing or invalid invite token');
    expect(office.asked).toHaveLength(0);
  });

  it('that is void is told so', async () => {
    office.refuse(VERIFY, 400, 'Invalid or expired invite link');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired invite link');
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
    expect(document.body.innerHTML).not.toContain('secret-token');
  });

  it('can be tried again when the server was out of reach', async () => {
    office.goDown();
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred. Please try again.');
    office.comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Create Your Password' })).toBeInTheDocument();
  });

  it('speaks of an unexpected error when accepting fails', async () => {
    office.refuse(ACCEPT, 500);
    open();
    await userEvent.type(await screen.findByLabelText('Your name'), 'Ines');
    await userEvent.type(screen.getByLabelText('Password'), 'violet kettle harbor');
    await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
    expect(await screen.findByText('An unexpected error occurred. Please try again.')).toBeInTheDocument();
  });
});
