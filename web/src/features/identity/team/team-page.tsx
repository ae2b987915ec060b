import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/buttons/button';
import { InviteDialog } from './invite-dialog';
import { InviteList } from './invite-list';
import { MemberList } from './member-list';
import type { Role } from './queries';
import { SignInRules } from './sign-in-rules';

export interface TeamProps {
  slug: string;
  timeZone: string;
  /** The role of the reader. */
  role: Role;
  /** Whether the reader may set what everyone needs to sign in. */
  setsRules: boolean;
}

/** Who works in the practice, who was asked to, and what all of them need to sign in. */
export function Team({ slug, timeZone, role, setsRules }: TeamProps) {
  return (
    <>
      <MemberList slug={slug} timeZone={timeZone} role={role} />
      <InviteList slug={slug} timeZone={timeZone} />
      {setsRules && <SignInRules slug={slug} />}
    </>
  );
}

/** Opens the form that asks someone to join. */
export function InviteButton({ slug, role }: { slug: string; role: Role }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" className="size-4.5" />
        Invite someone
      </Button>
      <InviteDialog slug={slug} role={role} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
