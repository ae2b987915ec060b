import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { InviteButton, Team } from '@/features/identity/team/team-page';
import type { Role } from '@/features/identity/team/queries';
import { mayManage, rolesToGive } from '@/features/identity/team/roles';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const SOON = new Date(Date.now() + 70 * 3_600_000).toISOString();
const member = (id: string, name: string, role: Role, role_label: string, more: object = {}) => ({
  id,
  name,
  email: `${id}@downtown-medspa.example`,
  role,
  role_label,
  last_active_at: '2026-07-21T19:05:00Z',
  disabled: false,
  second_factor: false,
  is_you: false,
  ...more,
});
const invited = (id: string, more: object = {}) => ({
  id,
  email: `${id}@mail.example`,
  role: 'provider',
  role_label: 'Provider',
  invited_by: 'Elena Marchetti',
  created_at: '2026-07-21T19:05:00Z',
  expires_at: SOON,
  status: 'pending',
  ...more,
});

let office: FakeOffice;
let members: ReturnType<typeof member>[];
let invites: ReturnType<typeof invited>[];
beforeEach(() => {
  members = [
    member('usr_1', 'Elena Marchetti', 'owner', 'Clinic Administrator', { is_you: true, second_factor: true }),
    member('usr_2', 'Riley Santos', 'front_desk', 'Front Desk', { last_active_at: null }),
  ];
  invites = [];
  office = new FakeOffice()
    .on(`GET ${CLINIC}/members`, () => ({ json: { items: members } }))
    .on(`GET ${CLINIC}/invites`, () => ({ json: { items: invites } }))
    .on(`GET ${CLINIC}/security`, () => ({ json: { require_second_factor: false } }));
});

const page = (role: Role = 'owner') =>
  show(
    <>
      <InviteButton slug={SLUG} role={role} />
      <Team slug={SLUG} timeZone="America/New_York" role={role} setsRules={role === 'owner'} />
    </>,
  );

async function manage(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Manage ${name}` }));
  return within(await screen.findByRole('dialog', { name }));
}

describe('the members', () => {
  it('are shown with role, last activity, second factor and whether they may enter', async () => {
    members.push(member('usr_3', 'Sofia Bennett', 'provider', 'Provider', { disabled: true }));
    page();
    const rows = await within(await screen.findByRole('region', { name: 'Members' })).findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Elena Marchetti.*You.*Clinic Administrator.*July 21, 2026.*Second factor on/),
      expect.stringMatching(/Riley Santos.*Front Desk.*Never signed in.*Password only/),
      expect.stringMatching(/Sofia Bennett.*Disabled.*Provider/),
    ]);
    expect(screen.getByText('3 people')).toBeInTheDocument();
  });

  it('give way to the reason where the reader may not see them', async () => {
    office.refuse(`GET ${CLINIC}/members`, 403, 'Your role does not allow this.');
    page();
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('are asked for again after a failure', async () => {
    office.refuse(`GET ${CLINIC}/members`, 503);
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(office.askedOf(`GET ${CLINIC}/members`)).toHaveLength(2);
  });
});

describe('the role of a member', () => {
  it('is saved once it was changed', async () => {
    office.on(`PATCH ${CLINIC}/members/usr_2`, ({ body }) => {
      members[1] = { ...members[1]!, ...(body as object), role_label: 'Manager' };
      return { json: members[1] };
    });
    page();
    const drawer = await manage('Riley Santos');
    expect(drawer.getByRole('button', { name: 'Save role' })).toBeDisabled();
    await userEvent.click(drawer.getByRole('radio', { name: /Manager/ }));
    await userEvent.click(drawer.getByRole('button', { name: 'Save role' }));
    expect(await screen.findByText('Role of Riley Santos changed.')).toBeInTheDocument();
    expect(office.askedOf(`PATCH ${CLINIC}/members/usr_2`)[0]?.body).toEqual({ role: 'manager' });
  });

  it('stays, with the reason in place, when the practice would lose its last administrator', async () => {
    const reason = 'A practice needs at least one Clinic Administrator.';
    office.refuse(`PATCH ${CLINIC}/members/usr_1`, 409, reason);
    page();
    const drawer = await manage('Elena Marchetti');
    await userEvent.click(drawer.getByRole('radio', { name: /Read-only/ }));
    await userEvent.click(drawer.getByRole('button', { name: 'Save role' }));
    expect(await drawer.findByText(reason)).toBeInTheDocument();
  });

  it('is given by those who have it themselves, or a higher one', () => {
    expect(rolesToGive('owner').map(({ value }) => value)).toContain('owner');
    expect(rolesToGive('manager').map(({ value }) => value)).not.toContain('owner');
    expect([mayManage('manager', 'owner'), mayManage('manager', 'manager'), mayManage('owner', 'owner')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('the entry of a member', () => {
  it('is disabled after a yes, and enabled again', async () => {
    office.on(`PATCH ${CLINIC}/members/usr_2`, ({ body }) => {
      members[1] = { ...members[1]!, ...(body as object) };
      return { json: members[1] };
    });
    page();
    const drawer = await manage('Riley Santos');
    await userEvent.click(drawer.getByRole('button', { name: 'Disable' }));
    expect(office.askedOf(`PATCH ${CLINIC}/members/usr_2`)).toEqual([]);
    const question = within(screen.getByRole('dialog', { name: 'Disable Riley Santos?' }));
    await userEvent.click(question.getByRole('button', { name: 'Yes, disable' }));
    await userEvent.click(await drawer.findByRole('button', { name: 'Enable' }));
    await drawer.findByRole('button', { name: 'Disable' });
    const bodies = office.askedOf(`PATCH ${CLINIC}/members/usr_2`).map(({ body }) => body);
    expect(bodies).toEqual([{ disabled: true }, { disabled: false }]);
  });

  it('is taken away for good only after a yes', async () => {
    office.on(`DELETE ${CLINIC}/members/usr_2`, () => {
      members = members.slice(0, 1);
      return { status: 204 };
    });
    page();
    const drawer = await manage('Riley Santos');
    await userEvent.click(drawer.getByRole('button', { name: 'Remove from the practice' }));
    const question = within(screen.getByRole('dialog', { name: 'Remove Riley Santos?' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(office.askedOf(`DELETE ${CLINIC}/members/usr_2`)).toHaveLength(0);
    await userEvent.click(drawer.getByRole('button', { name: 'Remove from the practice' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }));
    expect(await screen.findByText('1 person')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('an invite', () => {
  const POST = `POST ${CLINIC}/invites`;

  async function fill(email: string) {
    await userEvent.click(screen.getByRole('button', { name: 'Invite someone' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Invite someone' }));
    await userEvent.type(dialog.getByLabelText('Email'), email);
    await userEvent.click(dialog.getByRole('radio', { name: /Provider/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send invite' }));
    return dialog;
  }

  it('goes to an address with a role, and stands in the list until it is accepted', async () => {
    office.on(POST, () => {
      invites = [invited('kim')];
      return { status: 201, json: invites[0] };
    });
    page();
    await screen.findByText('No pending invites');
    await fill('kim@mail.example');
    expect(await screen.findByText('Invite sent to kim@mail.example.')).toBeInTheDocument();
    expect(office.askedOf(POST)[0]?.body).toEqual({ email: 'kim@mail.example', role: 'provider' });
    const row = await within(screen.getByRole('region', { name: 'Pending invites' })).findByRole('listitem');
    expect(row).toHaveTextContent(/kim@mail\.example.*Provider · invited by Elena Marchetti.*Expires in 2 days/);
  });

  it('keeps the form with the reason when it is refused', async () => {
    office.refuse(POST, 409, 'This person is already on the team.');
    page();
    const dialog = await fill('usr_2@downtown-medspa.example');
    expect(await dialog.findByText('This person is already on the team.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Email')).toHaveValue('usr_2@downtown-medspa.example');
  });

  it('can be sent again and revoked', async () => {
    invites = [invited('kim', { status: 'expired' })];
    office.on(`POST ${CLINIC}/invites/kim/resend`, () => {
      invites = [invited('kim')];
      return { json: invites[0] };
    });
    office.on(`DELETE ${CLINIC}/invites/kim`, () => {
      invites = [];
      return { status: 204 };
    });
    page();
    expect(await screen.findByText('Expired')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Resend to kim@mail.example' }));
    expect(await screen.findByText('A new email is on its way to kim@mail.example.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Revoke the invite for kim@mail.example' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes, revoke' }));
    expect(await screen.findByText('No pending invites')).toBeInTheDocument();
  });

  it('of an administrator is not offered to a manager', async () => {
    page('manager');
    await userEvent.click(screen.getByRole('button', { name: 'Invite someone' }));
    const roles = within(screen.getByRole('dialog')).getAllByRole('radio');
    expect(roles.map((radio) => radio.getAttribute('value'))).toEqual(['manager', 'front_desk', 'provider', 'read_only']);
  });
});

describe('the rule of a second factor', () => {
  const SWITCH = { name: 'Require a second factor' };

  it('is shown to owners alone', async () => {
    page('manager');
    await screen.findByText('2 people');
    expect(screen.queryByRole('switch', SWITCH)).toBeNull();
  });

  it('turns at once, and back with the reason when it is refused', async () => {
    let refuse: () => void = () => undefined;
    office.on(
      `PATCH ${CLINIC}/security`,
      () =>
        new Promise((resolve) => {
          refuse = () => resolve({ status: 403, json: { detail: 'Your role does not allow this.' } });
        }),
    );
    page();
    const rule = await screen.findByRole('switch', SWITCH);
    expect(rule).not.toBeChecked();
    await userEvent.click(rule);
    await waitFor(() => expect(rule).toBeChecked());
    refuse();
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(rule).not.toBeChecked();
  });
});
