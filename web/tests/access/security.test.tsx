import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codesAsText } from '@/features/identity/security/recovery-codes';
import { EnrolmentNotice, Security } from '@/features/identity/security/security-page';
import { inGroups } from '@/features/identity/security/totp-dialog';
import * as files from '@/lib/save-file';
import * as webauthn from '@/lib/session/webauthn';
import { FakeOffice, SESSION } from '../clinic/fake-office';
import { show } from '../clinic/show';

const CODES = Array.from({ length: 10 }, (_, i) => `code-000${i}`);
const PASSWORD_DUE = {
  status: 403,
  json: { type: '/problems/password-due', title: 'Password needed', status: 403, detail: 'Please enter your password to do this.' },
};
const START = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Mia', qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
const device = (id: string, more: object = {}) => ({
  id,
  device: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  network: '203.0.113.0/24',
  created_at: '2026-07-21T12:05:00Z',
  last_seen_at: '2026-07-21T19:05:00Z',
  current: false,
  kind: 'browser',
  ...more,
});
const passkey = { id: 'psk_1', name: 'Front desk Mac', created_at: '2026-07-21T12:05:00Z', last_used_at: null };

let office: FakeOffice;
let factors: { totp: boolean; passkeys: (typeof passkey)[]; recovery_codes_left: number };
let devices: ReturnType<typeof device>[];
const left = vi.fn();
beforeEach(() => {
  left.mockClear();
  factors = { totp: false, passkeys: [], recovery_codes_left: 0 };
  devices = [device('ses_1', { current: true }), device('ses_2', { device: 'curl/8.5', kind: 'api' })];
  office = new FakeOffice()
    .on('GET /api/account/second-factor', () => ({ json: factors }))
    .on('GET /api/sessions', () => ({ json: { items: devices } }));
});

const page = () => show(<Security user={SESSION.user} timeZone="America/New_York" left={left} />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

/** Answers the question for the password. */
async function confirmWith(password: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  await userEvent.type(dialog.getByLabelText('Password'), password);
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  return dialog;
}

describe('an authenticator app', () => {
  it('is set up by scanning or typing, and a code; then the recovery codes are shown once', async () => {
    office.on('POST /api/account/totp', () => ({ json: START }));
    office.on('POST /api/account/totp/confirm', () => {
      factors = { totp: true, passkeys: [], recovery_codes_left: 10 };
      return { json: { recovery_codes: CODES } };
    });
    page();
    await press('Set up an authenticator app');
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
    expect(dialog.getByRole('img').getAttribute('src')).toMatch(/^data:image\/svg\+xml,/);
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText('Code from the app'), '123 456');
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on' }));
    const codes = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES);
    expect(office.askedOf('POST /api/account/totp/confirm')[0]?.body).toEqual({ code: '123456' });
    await userEvent.click(codes.getByRole('button', { name: 'I saved them' }));
    expect(await screen.findByText('10 left')).toBeInTheDocument();
    expect(screen.queryByText(CODES[0]!)).toBeNull();
  });

  it('stays off when the code is not right', async () => {
    office.on('POST /api/account/totp', () => ({ json: START }));
    office.refuse('POST /api/account/totp/confirm', 422, 'That code is not right.');
    page();
    await press('Set up an authenticator app');
    await userEvent.type(await screen.findByLabelText('Code from the app'), '000000');
    await press('Turn on');
    expect(await screen.findByText('That code is not right.')).toBeInTheDocument();
  });

  it('writes its key in groups of four', () => {
    expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
  });
});

describe('the password again', () => {
  beforeEach(() => {
    office.on('POST /api/account/totp', ({ body }) => {
      const { password } = body as { password?: string };
      if (password === undefined) return PASSWORD_DUE;
      if (password !== 'right') return { status: 422, json: { detail: 'That password is not right.' } };
      return { json: START };
    });
  });

  it('is asked for where the server wants it, and then what was begun goes on', async () => {
    page();
    await press('Set up an authenticator app');
    const dialog = await confirmWith('wrong');
    expect(await dialog.findByText('That password is not right.')).toBeInTheDocument();
    await userEvent.clear(dialog.getByLabelText('Password'));
    await confirmWith('right');
    expect(await screen.findByRole('dialog', { name: 'Set up an authenticator app' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: 'Enter your password' })).toBeNull();
  });

  it('may be declined, and nothing changes', async () => {
    page();
    await press('Set up an authenticator app');
    const dialog = await screen.findByRole('dialog', { name: 'Enter your password' });
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(await screen.findByText('Nothing was changed.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('recovery codes', () => {
  it('can be copied, saved and printed with what they are for', async () => {
    factors = { totp: true, passkeys: [], recovery_codes_left: 2 };
    office.on('POST /api/account/recovery-codes', () => ({ json: { recovery_codes: CODES } }));
    const save = vi.spyOn(files, 'saveFile').mockReturnValue();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    page();
    await press('Create new codes');
    await press('Yes, create new codes');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(save).toHaveBeenCalledWith('mia-recovery-codes.txt', expect.any(Blob));
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    expect(codesAsText(CODES, SESSION.user.email)).toMatch(/owner@downtown-medspa\.example[^]*code-0009/);
  });
});

describe('a passkey', () => {
  beforeEach(() => {
    vi.spyOn(webauthn, 'canUsePasskeys').mockReturnValue(true);
    office.on('POST /api/account/passkeys/options', () => ({ json: { challenge: 'AA' } }));
  });

  async function add() {
    page();
    await press('Add a passkey');
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Front desk Mac');
    await press('Continue');
  }

  it('is made by the browser and kept under a name', async () => {
    vi.spyOn(webauthn, 'createPasskey').mockResolvedValue({ id: 'abc' });
    office.on('POST /api/account/passkeys', () => {
      factors = { totp: false, passkeys: [passkey], recovery_codes_left: 10 };
      return { status: 201, json: { ...passkey, recovery_codes: CODES } };
    });
    await add();
    expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeInTheDocument();
    expect(office.askedOf('POST /api/account/passkeys')[0]?.body).toEqual({
      name: 'Front desk Mac',
      credential: { id: 'abc' },
    });
    expect(await screen.findByText('Front desk Mac')).toBeInTheDocument();
  });

  it('is not made when the person declines at the browser', async () => {
    vi.spyOn(webauthn, 'createPasskey').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await add();
    expect(await screen.findByText('No passkey was created: it was declined or timed out.')).toBeInTheDocument();
    expect(office.askedOf('POST /api/account/passkeys')).toHaveLength(0);
  });

  it('is not made twice on one device', async () => {
    vi.spyOn(webauthn, 'createPasskey').mockRejectedValue(new DOMException('', 'InvalidStateError'));
    await add();
    expect(await screen.findByText('This device already has a passkey for your account.')).toBeInTheDocument();
  });

  it('is removed after a yes', async () => {
    factors = { totp: false, passkeys: [passkey], recovery_codes_left: 10 };
    office.on('POST /api/account/passkeys/psk_1/remove', () => {
      factors = { ...factors, passkeys: [] };
      return { status: 204 };
    });
    page();
    await press('Remove the passkey Front desk Mac');
    await press('Yes, remove');
    expect(await screen.findByText('Passkey Front desk Mac removed.')).toBeInTheDocument();
  });
});

describe('the devices', () => {
  it('are named in words, and this one cannot be revoked by itself', async () => {
    page();
    const rows = await within(await screen.findByRole('region', { name: 'Devices' })).findAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/Firefox on Windows.*This device.*203\.0\.113\.0\/24/);
    expect(rows[1]).toHaveTextContent(/curl/);
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Windows' })).toBeNull();
  });

  it('are signed out one at a time', async () => {
    office.on('DELETE /api/sessions/ses_2', () => {
      devices = devices.slice(0, 1);
      return { status: 204 };
    });
    page();
    await press('Sign out curl');
    await press('Yes, sign out');
    await waitFor(() => expect(screen.queryByText('curl')).toBeNull());
    expect(left).not.toHaveBeenCalled();
  });

  it('are signed out all at once, this one too', async () => {
    office.on('DELETE /api/sessions', () => ({ status: 204 }));
    page();
    await press('Sign out everywhere');
    await press('Yes, sign out everywhere');
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
  });
});

describe('a new password', () => {
  async function change(password: string) {
    page();
    await userEvent.type(await screen.findByLabelText('Current password'), 'old one here');
    await userEvent.type(screen.getByLabelText('New password'), password);
    await press('Change password');
  }

  it('takes the place of the old one', async () => {
    office.on('PUT /api/account/password', () => ({ status: 204 }));
    await change('tidal-orchid-lantern');
    expect(await screen.findByText(/Password changed/)).toBeInTheDocument();
    expect(office.askedOf('PUT /api/account/password')[0]?.body).toEqual({
      current_password: 'old one here',
      password: 'tidal-orchid-lantern',
    });
    expect(screen.getByLabelText('Current password')).toHaveValue('');
  });

  it('has eight characters at least', async () => {
    await change('short');
    expect(await screen.findByText('Password must be at least 8 characters long')).toBeInTheDocument();
    expect(office.askedOf('PUT /api/account/password')).toHaveLength(0);
  });

  it('is refused in the words of the server', async () => {
    office.refuse('PUT /api/account/password', 422, 'This password is too common. Please choose another.');
    await change('password123');
    expect(await screen.findByText('This password is too common. Please choose another.')).toBeInTheDocument();
  });
});

describe('somebody whose practice asks for a second factor', () => {
  it('reads why they are here, and later the way on', async () => {
    const view = show(<EnrolmentNotice done={false} home="/dashboard" />);
    expect(screen.getByText('Your practice requires a second factor')).toBeInTheDocument();
    expect(screen.queryByRole('link')).toBeNull();
    view.unmount();
    show(<EnrolmentNotice done home="/dashboard" />);
    expect(screen.getByRole('link', { name: 'Continue to your clinic' })).toHaveAttribute('href', '/dashboard');
  });
});
