import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openLogin } from '@/app/public/login-opener';
import { LoginFlow } from '@/features/identity/entrance/login-flow';
import { LoginPage } from '@/features/identity/entrance/login-page';
import { findSignedInHome } from '@/features/identity/entrance/sign-in';
import { hasSignedInHint, setSignedInHint } from '@/lib/session/signed-in-hint';
import { FakeOffice, SESSION } from '../clinic/fake-office';

const LOGIN = 'POST /api/session';
let office: FakeOffice;

beforeEach(() => {
  office = new FakeOffice().on(LOGIN, () => ({ json: SESSION })).on('GET /api/session', () => ({ json: SESSION }));
  history.replaceState(null, '', '/login');
  setSignedInHint(false);
});

async function logIn(goTo = vi.fn()) {
  const user = userEvent.setup();
  render(<LoginFlow goTo={goTo} />);
  await user.type(screen.getByLabelText('Email'), 'owner@downtown-medspa.example');
  await user.type(screen.getByLabelText('Password'), 'a long passphrase');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  return goTo;
}

describe('the login', () => {
  it('sends what was typed and goes to the clinic of the user', async () => {
    const goTo = await logIn();
    expect(office.askedOf(LOGIN)[0]?.body).toEqual({
      email: 'owner@downtown-medspa.example',
      password: 'a long passphrase',
    });
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/dashboard/downtown-medspa');
    expect(hasSignedInHint()).toBe(true);
  });

  it('goes back to the page that asked for the login', async () => {
    history.replaceState(null, '', '/login?next=%2Fdashboard%2Fdowntown-medspa%3Factivity%3Dact_7');
    expect(await logIn()).toHaveBeenCalledWith('/dashboard/downtown-medspa?activity=act_7');
  });

  it('does not follow a return path to another site', async () => {
    history.replaceState(null, '', '/login?next=%2F%2Fevil.example');
    expect(await logIn()).toHaveBeenCalledWith('/dashboard/downtown-medspa');
  });

  it("shows the server's words when it refuses, and lets one try again", async () => {
    office.refuse(LOGIN, 401, 'Invalid login credentials');
    const goTo = await logIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid login credentials');
    expect(goTo).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Log In' })).toBeEnabled();
    expect(hasSignedInHint()).toBe(false);
  });

  it.each([
    ['the server is out of reach', () => office.goDown()],
    ['the server fails', () => office.refuse(LOGIN, 500, 'division by zero')],
    ['the server cannot read the form', () => office.refuse(LOGIN, 422, 'email: too long')],
  ])('speaks of an unexpected error when %s', async (_, breakIt) => {
    breakIt();
    await logIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred. Please try again.');
  });

  it('says so when the user belongs to no clinic', async () => {
    office.on('GET /api/session', () => ({ json: { ...SESSION, clinics: [], home: null } }));
    await logIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load clinic. Please contact support.');
  });

  it('says so when the browser did not keep the session', async () => {
    office.refuse('GET /api/session', 401, 'Not authenticated');
    const goTo = await logIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('You must be logged in.');
    expect(goTo).not.toHaveBeenCalled();
    expect(hasSignedInHint()).toBe(false);
  });

  it('is busy while it waits and cannot be sent twice', async () => {
    office.on(LOGIN, () => new Promise(() => undefined));
    await logIn();
    expect(screen.getByRole('button', { name: 'Logging In...' })).toBeDisabled();
    expect(office.askedOf(LOGIN)).toHaveLength(1);
  });

  it('welcomes, and leads home and to a demo', () => {
    render(<LoginPage><LoginFlow goTo={vi.fn()} /></LoginPage>);
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(screen.getByText('Access your Rebooking Dashboard')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    const demo = screen.getByRole('link', { name: 'Book a demo to get your dashboard today' });
    expect(demo).toHaveAttribute('href', '/book-demo');
  });

  it('asks for an email address and a password', () => {
    render(<LoginFlow goTo={vi.fn()} />);
    expect(screen.getByLabelText('Email')).toBeRequired();
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toBeRequired();
  });

  it('shows and hides the password', async () => {
    render(<LoginFlow goTo={vi.fn()} />);
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });
});

describe('the prerendered login', () => {
  const page = () => {
    document.body.innerHTML = `<div data-login>${renderToString(<LoginFlow goTo={vi.fn()} />)}</div>`;
    (screen.getByLabelText('Email') as HTMLInputElement).value = 'owner@downtown-medspa.example';
    (screen.getByLabelText('Password') as HTMLInputElement).value = 'a long passphrase';
    office.refuse(LOGIN, 401, 'Invalid login credentials');
  };

  it('submits nothing by itself, and nothing that nobody asked for', async () => {
    page();
    expect(screen.getByRole('button', { name: 'Log In' })).toHaveAttribute('type', 'button');
    openLogin();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Log In' })).toHaveAttribute('type', 'submit'));
    expect(office.askedOf(LOGIN)).toHaveLength(0);
  });

  it.each([
    ['presses the button', () => screen.getByRole('button', { name: 'Log In' }).click()],
    ['presses Enter', () => fireEvent.keyDown(screen.getByLabelText('Password'), { key: 'Enter' })],
  ])('logs in once its script has come whoever %s before', async (_, ask) => {
    page();
    openLogin();
    ask();
    expect(await screen.findByText('Invalid login credentials')).toBeInTheDocument();
    expect(office.askedOf(LOGIN)).toHaveLength(1);
  });

  it('takes the address along when the link for a forgotten password is pressed before its script has come', async () => {
    page();
    location.hash = '#forgot-password';
    openLogin();
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('owner@downtown-medspa.example');
  });
});

describe('somebody who comes to the login signed in', () => {
  it('is known by the session', async () => {
    office.on('GET /api/session', () => ({ json: SESSION }));
    expect(await findSignedInHome('')).toBe('/dashboard/downtown-medspa');
    expect(await findSignedInHome('?next=/dashboard')).toBe('/dashboard');
  });

  it('stays when the session has ended, and is forgotten', async () => {
    setSignedInHint(true);
    office.refuse('GET /api/session', 401, 'Sign in to go on.');
    expect(await findSignedInHome('')).toBeNull();
    expect(hasSignedInHint()).toBe(false);
  });
});
