import type { Role } from './queries';

/** A role with the words that staff read for it. The labels are those of the server. */
export interface RoleChoice {
  value: Role;
  label: string;
  note: string;
}

const ROLES: readonly RoleChoice[] = [
  { value: 'owner', label: 'Clinic Administrator', note: 'Full access, including sign-in rules and the activity log.' },
  { value: 'manager', label: 'Manager', note: 'Runs the practice and its team.' },
  { value: 'front_desk', label: 'Front Desk', note: 'Appointments, patients, calls, messages and tasks.' },
  { value: 'provider', label: 'Provider', note: 'Views patients and transcripts, completes tasks.' },
  { value: 'read_only', label: 'Read-only', note: 'Figures, history and appointments; no patient records.' },
];

/** The roles that someone may give: only a Clinic Administrator makes another one. */
export function rolesToGive(giver: Role): readonly RoleChoice[] {
  return giver === 'owner' ? ROLES : ROLES.filter(({ value }) => value !== 'owner');
}

/** Whether someone of one role may change a member of another: no one but an owner touches an owner. */
export function mayManage(reader: Role, member: Role): boolean {
  return reader === 'owner' || member !== 'owner';
}
