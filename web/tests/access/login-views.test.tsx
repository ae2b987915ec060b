import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginFlow } from '@/features/identity/entrance/login-flow';
import { hasSignedInHint, setSignedInHint } from '@/lib/session/signed-in-hint';
import { FakeOffice, SESSION } from '../clinic/fake-office';

const RESET = 'POST /api/password-resets';
const FACTOR = 'POST /api/session/second-factor';
const EMAIL = 'owner@downtown-medspa.example';
let office: FakeOffice;
let goTo: (path: string) => void;

beforeEach(() => {
  office = new FakeOffice().on('GET /api/site', () => ({ json: { mail_stays_here: false } }));
  goTo = vi.fn();
  history.replaceState(null, '', '/login?next=%2Fdashboard%2Fdowntown-medspa%3Fdate%3D2026-07-21');
  setSignedInHint(false);
});

/** What a press on a link with `#` does in a browser; happy-dom does not tell of it. */
async function followLink(name: string) {
  await userEvent.click(screen.getByRole('link', { name }));
  window.dispatchEvent(new Event('hashchange'));
}

describe('the view for a forgotten password', () => {
  async function ask(email = EMAIL) {
    render(<LoginFlow goTo={goTo} />);
    await userEvent.type(screen.getByLabelText('Email'), email);
    await followLink('Forgot your password?');
    await screen.findByRole('heading', { name: 'Forgot your password?' });
  }
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }));

  it('takes the address along, and takes the focus', async () => {
    await ask();
    expect(screen.getByLabelText('Email')).toHaveValue(EMAIL);
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toBeRequired();
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
  });

  it('sends the link, says where, and leads back to the login, which still knows where to return to', async () => {
    office.on(RESET, () => ({ status: 202, json: {} }));
    await ask();
    await send();
    expect(await screen.findByRole('heading', { name: 'Reset Link Sent!' })).toHaveFocus();
    expect(screen.getByText(EMAIL)).toBeInTheDocument();
    expect(office.askedOf(RESET)[0]?.body).toEqual({ email: EMAIL });
    await followLink('Back to Login');
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(EMAIL);
    expect(location.search).toContain('next=');
  });

  it('says where emails are read on a machine from which none leaves', async () => {
    office.on(RESET, () => ({ status: 202, json: {} })).on('GET /api/site', () => ({ json: { mail_stays_here: true } }));
    await ask();
    await send();
    expect(await screen.findByRole('link', { name: 'Read it here' })).toHaveAttribute('href', '/sandbox/mail');
  });

  it('is busy while it waits', async () => {
    office.on(RESET, () => new Promise(() => undefined));
    await ask();
    await send();
    expect(screen.getByRole('button', { name: 'Sending Reset Link...' })).toBeDisabled();
  });

  it("shows the server's words when it refuses", async () => {
    office.refuse(RESET, 429, 'Too many attempts. Please wait a minute.');
    await ask();
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Please wait a minute.');
    expect(screen.getByRole('button', { name: 'Send Reset Link' })).toBeEnabled();
  });

  it('speaks of an unexpected error when the server is out of reach', async () => {
    office.goDown();
    await ask();
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred. Please try again.');
  });

  it('leads back without asking for anything', async () => {
    await ask();
    await followLink('Back to Login');
    expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument();
    expect(office.askedOf(RESET)).toHaveLength(0);
  });
});

describe('the second factor', () => {
  const DUE = { ...SESSION, clinics: [], home: null, second_factor: 'required', methods: ['totp', 'recovery_code'] };

  async function logIn() {
    office.on('POST /api/session', () => ({ json: DUE })).on('GET /api/session', () => ({ json: DUE }));
    render(<LoginFlow goTo={goTo} />);
    await userEvent.type(screen.getByLabelText('Email'), EMAIL);
    await userEvent.type(screen.getByLabelText('Password'), 'a long passphrase');
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    await screen.findByRole('heading', { name: 'Confirm It’s You' });
  }
  const verify = async (code: string) => {
    await userEvent.type(screen.getByRole('textbox'), code);
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  };

  it('asks for the code of the app, in a field that phones and password managers know', async () => {
    await logIn();
    const field = screen.getByLabelText('Code');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(hasSignedInHint()).toBe(false);
    expect(goTo).not.toHaveBeenCalled();
  });

  it('goes on to the page that asked for the login once the code is right', async () => {
    office.on(FACTOR, () => ({ json: { ...SESSION, second_factor: 'passed' } }));
    await logIn();
    await verify('123 456');
    expect(office.askedOf(FACTOR)[0]?.body).toEqual({ method: 'totp', code: '123456' });
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/dashboard/downtown-medspa?date=2026-07-21'));
    expect(hasSignedInHint()).toBe(true);
  });

  it('says so when the code is wrong, and takes a recovery code instead', async () => {
    office.refuse(FACTOR, 401, 'That code is not right.');
    await logIn();
    await verify('000000');
    expect(await screen.findByRole('alert')).toHaveTextContent('That code is not right.');
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    office.on(FACTOR, () => ({ json: { ...SESSION, second_factor: 'passed' } }));
    await verify('kelp-moss-fern ');
    expect(office.askedOf(FACTOR)[1]?.body).toEqual({ method: 'recovery_code', code: 'kelp-moss-fern' });
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
  });

  it('offers no passkey where the browser has none to give', async () => {
    Object.assign(DUE, { methods: ['passkey', 'totp', 'recovery_code'] });
    await logIn();
    expect(screen.getByLabelText('Code')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('goes back to the login by ending the half-open session', async () => {
    office.on('DELETE /api/session', () => ({ status: 204 }));
    await logIn();
    await userEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(office.askedOf('DELETE /api/session')).toHaveLength(1);
  });

  it('leads whoever has yet to set one up to where that is done', async () => {
    const enrol = { ...SESSION, second_factor: 'enrol' };
    office.on('POST /api/session', () => ({ json: enrol })).on('GET /api/session', () => ({ json: enrol }));
    render(<LoginFlow goTo={goTo} />);
    await userEvent.type(screen.getByLabelText('Email'), EMAIL);
    await userEvent.type(screen.getByLabelText('Password'), 'a long passphrase');
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/account/security'));
  });
});

describe('a login that a page asks for again', () => {
  const ENDED = 'GET /api/session/ended';

  it('says that no one used it', () => {
    history.replaceState(null, '', '/login?next=%2Fdashboard&ended=idle');
    render(<LoginFlow goTo={goTo} />);
    expect(screen.getByRole('status')).toHaveTextContent('logged out due to inactivity');
    expect(office.askedOf(ENDED)).toHaveLength(0);
  });

  it.each([
    ['too_old', 'logged in for a long time'],
    ['elsewhere', 'from another device'],
    ['password', 'your password was changed'],
    ['second_factor', 'your second factor was changed'],
    ['role', 'your role was changed'],
    ['disabled', 'Your access was turned off'],
  ])('says what the server knows of the ended session: %s', async (why, words) => {
    office.on(ENDED, () => ({ json: { why } }));
    history.replaceState(null, '', '/login?next=%2Fdashboard');
    render(<LoginFlow goTo={goTo} />);
    expect(await screen.findByRole('status')).toHaveTextContent(words);
  });

  it('says nothing where the server knows nothing or is out of reach, and asks nothing on a plain visit', async () => {
    history.replaceState(null, '', '/login?next=%2Fdashboard');
    office.on(ENDED, () => ({ json: { why: null } }));
    const { unmount } = render(<LoginFlow goTo={goTo} />);
    await waitFor(() => expect(office.askedOf(ENDED)).toHaveLength(1));
    unmount();
    office.refuse(ENDED, 503, 'Busy');
    const { unmount: leave } = render(<LoginFlow goTo={goTo} />);
    await waitFor(() => expect(office.askedOf(ENDED)).toHaveLength(2));
    leave();
    history.replaceState(null, '', '/login');
    render(<LoginFlow goTo={goTo} />);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(office.askedOf(ENDED)).toHaveLength(2);
  });
});
