import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClinicChooser } from '@/features/identity/session/clinic-chooser';
import { ClinicGate } from '@/features/identity/session/clinic-gate';
import { LogoutButton } from '@/features/identity/session/logout-button';
import { leaveOnce, watchSession } from '@/features/identity/session/session-watch';
import { hasSignedInHint, setSignedInHint } from '@/lib/session/signed-in-hint';
import { CLINIC, FakeOffice, PLATE, SESSION, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

let office: FakeOffice;
beforeEach(() => {
  office = new FakeOffice().on('GET /api/session', () => ({ json: SESSION }));
  office.on(`GET ${CLINIC}`, () => ({ json: PLATE }));
});

const gate = () => show(<ClinicGate slug={SLUG}>{({ clinic }) => <h1>{clinic.name}</h1>}</ClinicGate>);

describe('the door of a clinic', () => {
  it('says that it is loading, and then lets a member in', async () => {
    gate();
    expect(screen.getByText('Loading dashboard...')).toHaveAttribute('role', 'status');
    expect(await screen.findByRole('heading', { name: 'Downtown Medspa' })).toBeInTheDocument();
  });

  it('shows a stranger the reason of the server and the way back', async () => {
    office.refuse(`GET ${CLINIC}`, 404, 'Access denied to this clinic dashboard');
    gate();
    expect(await screen.findByRole('heading', { name: 'Access Error' })).toBeInTheDocument();
    expect(screen.getByText('Access denied to this clinic dashboard')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('admits that it could not find out, and tries again', async () => {
    office.goDown();
    gate();
    expect(await screen.findByText('Failed to verify access')).toBeInTheDocument();
    office.comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Downtown Medspa' })).toBeInTheDocument();
  });
});

describe('a session that ends in mid-page', () => {
  let stop: () => void;
  const leave = vi.fn();
  beforeEach(() => {
    leave.mockClear();
    setSignedInHint(true);
    history.replaceState(null, '', `/dashboard/${SLUG}?activity=act_1`);
    stop = watchSession(leaveOnce(leave));
  });
  afterEach(() => stop());

  it('leads to the login once, and from there back to the page', async () => {
    office.refuse('GET /api/session', 401).refuse(`GET ${CLINIC}`, 401);
    gate();
    const address = `/login?next=${encodeURIComponent(`/dashboard/${SLUG}?activity=act_1`)}`;
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(address));
    expect(hasSignedInHint()).toBe(false);
    expect(screen.queryByText('Access Error')).toBeNull();
  });

  it('leads there too when another tab signs out', async () => {
    const other = new BroadcastChannel('mia.signed-out');
    other.postMessage(null);
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    other.close();
  });

  it('tells the login when that tab ended because nobody used it', async () => {
    const other = new BroadcastChannel('mia.signed-out');
    other.postMessage('idle');
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/&ended=idle$/)));
    other.close();
  });

  it('does not hear the sign-out of its own tab, which leaves by itself', async () => {
    const other = new BroadcastChannel('mia.signed-out');
    const heard = new Promise((resolve) => other.addEventListener('message', resolve));
    setSignedInHint(false);
    await heard;
    expect(leave).not.toHaveBeenCalled();
    other.close();
  });

  it('is not mistaken for a refusal of one thing', async () => {
    office.refuse(`GET ${CLINIC}`, 403, 'Your role does not allow this.');
    gate();
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('the logout', () => {
  const LOGOUT = 'DELETE /api/session';
  const left = vi.fn();
  beforeEach(() => {
    left.mockClear();
    office.on(LOGOUT, () => ({ status: 204 }));
    setSignedInHint(true);
  });

  async function open() {
    show(<LogoutButton left={left} />);
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    return within(screen.getByRole('dialog', { name: 'Confirm Logout' }));
  }

  it('asks first, and a Cancel changes nothing', async () => {
    const dialog = await open();
    expect(dialog.getByText('Are you sure you want to log out of your dashboard?')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(office.askedOf(LOGOUT)).toHaveLength(0);
  });

  it('ends the session and leaves', async () => {
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, Logout' }));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(office.askedOf(LOGOUT)).toHaveLength(1);
    expect(hasSignedInHint()).toBe(false);
  });

  it('leaves when the session had ended before', async () => {
    office.refuse(LOGOUT, 401);
    await userEvent.click((await open()).getByRole('button', { name: 'Yes, Logout' }));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
  });

  it('does not pretend when the server could not be reached', async () => {
    office.goDown();
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, Logout' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('You’re still logged in');
    expect(left).not.toHaveBeenCalled();
    expect(hasSignedInHint()).toBe(true);
  });
});

describe('the address without a clinic', () => {
  it('takes somebody of one clinic straight to it', async () => {
    const page = show(<ClinicChooser>{({ clinics }) => <>{clinics.map(({ name }) => name).join(', ')}</>}</ClinicChooser>, '/dashboard');
    await waitFor(() => expect(page.path()).toBe(`/dashboard/${SLUG}`));
  });

  it('lets somebody of several choose', async () => {
    const second = { ...PLATE, id: 'cli_2', slug: 'harbor-skin', name: 'Harbor Skin' };
    office.on('GET /api/session', () => ({ json: { ...SESSION, clinics: [PLATE, second] } }));
    show(<ClinicChooser>{({ clinics }) => <>{clinics.map(({ name }) => name).join(', ')}</>}</ClinicChooser>, '/dashboard');
    expect(await screen.findByText('Downtown Medspa, Harbor Skin')).toBeInTheDocument();
  });
});
