import { useState, type ReactNode } from 'react';
import { reasonOf, reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Drawer } from '@/ui/overlays/drawer';
import { Problem } from '@/ui/feedback/problem';
import { RadioCards } from '@/ui/fields/radio-cards';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { changeMember, removeMember, useTeamChanged, type Member, type Role } from './queries';
import { rolesToGive } from './roles';

const FAILED = 'That didn’t work. Please try again.';

export interface MemberDrawerProps {
  slug: string;
  /** The role of the reader. */
  role: Role;
  /** Whom it is about; closed while there is no one. */
  member: Member | undefined;
  onClose: () => void;
  /** Called after the member has left the list, to put the focus where it makes sense. */
  onRemoved: () => void;
}

/** What can be changed about one member: role, entry, and whether they belong here at all. */
export function MemberDrawer({ member, onClose, ...rest }: MemberDrawerProps) {
  return (
    <Drawer open={member !== undefined} onClose={onClose} title={member?.name ?? ''}>
      {member && <Controls key={member.id} member={member} onClose={onClose} {...rest} />}
    </Drawer>
  );
}

type ControlsProps = Omit<MemberDrawerProps, 'member'> & { member: Member };

function Controls({ slug, role: reader, member, onClose, onRemoved }: ControlsProps) {
  return (
    <div className="grid gap-8">
      <p className="truncate text-slate">{member.email}</p>
      <RoleControl slug={slug} reader={reader} member={member} />
      <EntryControl slug={slug} member={member} />
      <RemoveControl
        slug={slug}
        member={member}
        onRemoved={() => {
          onClose();
          onRemoved();
        }}
      />
    </div>
  );
}

/** Runs one change at a time and keeps the reason of a refusal. */
function useChange(slug: string) {
  const { busy, problem, submit } = useSubmit(reasonOr(FAILED));
  const changed = useTeamChanged(slug);
  const say = useToast();

  const run = (change: () => Promise<unknown>, done: string) =>
    submit(async () => {
      await change();
      await changed();
      say(done);
    });
  return { busy, problem, run };
}

function RoleControl({ slug, reader, member }: { slug: string; reader: Role; member: Member }) {
  const [role, setRole] = useState<Role>(member.role);
  const { busy, problem, run } = useChange(slug);
  return (
    <section className="grid gap-4">
      <RadioCards
        legend="Role"
        name="member-role"
        options={rolesToGive(reader)}
        value={role}
        onChange={(value) => setRole(value as Role)}
        disabled={busy}
      />
      <Problem>{problem}</Problem>
      <Button
        className="justify-self-start"
        busy={busy}
        disabled={role === member.role}
        onClick={() => void run(() => changeMember(slug, member.id, { role }), `Role of ${member.name} changed.`)}
      >
        Save role
      </Button>
    </section>
  );
}

function EntryControl({ slug, member }: { slug: string; member: Member }) {
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useChange(slug);
  const changed = useTeamChanged(slug);
  const say = useToast();
  const { disabled, name } = member;

  async function disable() {
    await changeMember(slug, member.id, { disabled: true });
    await changed();
    say(`${name} is disabled.`);
    setAsking(false);
  }

  return (
    <Part
      title={disabled ? 'Access disabled' : 'Access'}
      note={
        disabled
          ? `${name} can’t open this practice. Their actions stay in the activity log.`
          : `${name} loses access immediately, and their API tokens and open invites end. They stay on this list.`
      }
    >
      <Problem>{problem}</Problem>
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={busy}
        onClick={() => {
          if (disabled) void run(() => changeMember(slug, member.id, { disabled: false }), `${name} may enter again.`);
          else setAsking(true);
        }}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Disable ${name}?`}
        action="Yes, disable"
        danger
        onConfirm={disable}
        explain={(error) => reasonOf(error, FAILED)}
      >
        <p>
          {name} is signed out at once and can’t open this practice. Their API tokens and open invites end. You can enable
          them again.
        </p>
      </ConfirmDialog>
    </Part>
  );
}

function RemoveControl({ slug, member, onRemoved }: { slug: string; member: Member; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const changed = useTeamChanged(slug);
  const say = useToast();

  async function remove() {
    await removeMember(slug, member.id);
    await changed();
    say(`${member.name} is removed.`);
    onRemoved();
  }

  return (
    <Part title="Remove" note="They’ll need a new invite to come back.">
      <Button variant="secondary" className="justify-self-start text-bad" onClick={() => setAsking(true)}>
        Remove from the practice
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${member.name}?`}
        action="Yes, remove"
        danger
        onConfirm={remove}
        explain={(error) => reasonOf(error, FAILED)}
      >
        <p>
          {member.is_you ? 'You lose' : `${member.name} loses`} access to this practice immediately. API tokens and open invites {member.is_you ? 'you' : 'they'} created end too. Activity log entries stay.
        </p>
      </ConfirmDialog>
    </Part>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-6">
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="text-[0.9375rem] text-slate">{note}</p>
      </div>
      {children}
    </section>
  );
}
