import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { explain, reasonOf, reasonOr } from '@/api/answer';
import { timeLeft } from '@/lib/time/time-left';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { invitesQuery, resendInvite, revokeInvite, useTeamChanged, type Invite } from './queries';

/** Invites that no one has accepted yet. */
export function InviteList({ slug, timeZone }: { slug: string; timeZone: string }) {
  const query = useQuery(invitesQuery(slug));
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section title="Pending invites" note="Links work once, for 72 hours">
      <Loaded query={query} waiting="Loading the invites" rows={1} explain={explain('Couldn’t load invites.')}>
        {(invites) =>
          invites.length === 0 ? (
            <EmptyNote title="No pending invites">People you invite are listed here until they join.</EmptyNote>
          ) : (
            <ul ref={list} tabIndex={-1} className="border-t border-line outline-none">
              {invites.map((invite) => (
                <InviteRow
                  key={invite.id}
                  slug={slug}
                  invite={invite}
                  timeZone={timeZone}
                  onRevoked={() => list.current?.focus()}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

interface InviteRowProps {
  slug: string;
  invite: Invite;
  timeZone: string;
  onRevoked: () => void;
}

function InviteRow({ slug, invite, timeZone, onRevoked }: InviteRowProps) {
  const { email, role_label, invited_by, status, expires_at } = invite;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="truncate font-semibold">{email}</p>
        <p className="text-[0.9375rem] text-slate">
          {role_label} · invited by {invited_by ?? 'the platform'}
        </p>
      </div>
      {status === 'pending' ? (
        <p className="text-[0.9375rem] text-slate">
          Expires <time dateTime={expires_at}>{timeLeft(expires_at, timeZone)}</time>
        </p>
      ) : (
        <Badge tone="warn">Expired</Badge>
      )}
      <InviteActions slug={slug} invite={invite} onRevoked={onRevoked} />
    </li>
  );
}

function InviteActions({ slug, invite, onRevoked }: Omit<InviteRowProps, 'timeZone'>) {
  const [asking, setAsking] = useState(false);
  const changed = useTeamChanged(slug);
  const say = useToast();
  const { busy, submit } = useSubmit(reasonOr('Couldn’t resend the invite.'), say);

  async function resend() {
    await resendInvite(slug, invite.id);
    await changed();
    say(`A new email is on its way to ${invite.email}.`);
  }

  async function revoke() {
    await revokeInvite(slug, invite.id);
    await changed();
    say(`Invite for ${invite.email} revoked.`);
    onRevoked();
  }

  return (
    <div className="flex gap-2">
      <Button variant="secondary" busy={busy} onClick={() => void submit(resend)}>
        Resend<span className="sr-only"> to {invite.email}</span>
      </Button>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Revoke<span className="sr-only"> the invite for {invite.email}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Revoke this invite?"
        action="Yes, revoke"
        danger
        onConfirm={revoke}
        explain={(error) => reasonOf(error, 'Couldn’t revoke the invite.')}
      >
        <p>The link sent to {invite.email} stops working immediately.</p>
      </ConfirmDialog>
    </div>
  );
}
