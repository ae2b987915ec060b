import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { RadioCards } from '@/ui/fields/radio-cards';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { invite, useTeamChanged, type Role } from './queries';
import { rolesToGive } from './roles';

export interface InviteDialogProps {
  slug: string;
  /** The role of anyone who invites. */
  role: Role;
  open: boolean;
  onClose: () => void;
}

/** Asks someone by email to join the practice. */
export function InviteDialog({ open, onClose, ...form }: InviteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Invite someone" className="w-[min(32rem,calc(100vw-2rem))]">
      <InviteForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function InviteForm({ slug, role: giver, onClose }: Omit<InviteDialogProps, 'open'>) {
  const [role, setRole] = useState<Role>('front_desk');
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t send the invite. Please try again.'));
  const changed = useTeamChanged(slug);
  const say = useToast();

  async function ask(fields: FormData) {
    const email = String(fields.get('email')).trim();
    await invite(slug, email, role);
    await changed();
    say(`Invite sent to ${email}.`);
    onClose();
  }

  return (
    <form onSubmit={send(ask)} className="mt-5 grid gap-5">
      <Problem>{problem}</Problem>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        spellCheck={false}
        hint="The email link works once, for 72 hours."
      />
      <RadioCards
        legend="Role"
        name="role"
        options={rolesToGive(giver)}
        value={role}
        onChange={(value) => setRole(value as Role)}
      />
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Send invite
        </Button>
      </div>
    </form>
  );
}
