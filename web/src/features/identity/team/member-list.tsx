import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { explain } from '@/api/answer';
import { timeAgo } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { MemberDrawer } from './member-drawer';
import { membersQuery, type Member, type Role } from './queries';
import { mayManage } from './roles';

export interface MemberListProps {
  slug: string;
  timeZone: string;
  /** The role of the reader. */
  role: Role;
}

/** Everyone who works here; those whom the reader may change have a way to do so. */
export function MemberList({ slug, timeZone, role }: MemberListProps) {
  const query = useQuery(membersQuery(slug));
  const [openId, setOpenId] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const open = query.data?.find(({ id }) => id === openId);
  const people = query.data?.length;
  return (
    <Section title="Members" note={people === undefined ? undefined : people === 1 ? '1 person' : `${people} people`}>
      <Loaded query={query} waiting="Loading the team" explain={explain('Couldn’t load the team.')}>
        {(members) => (
          <ul ref={list} tabIndex={-1} className="border-t border-line outline-none">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                timeZone={timeZone}
                onManage={mayManage(role, member.role) ? () => setOpenId(member.id) : undefined}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <MemberDrawer
        slug={slug}
        role={role}
        member={open}
        onClose={() => setOpenId(undefined)}
        onRemoved={() => list.current?.focus()}
      />
    </Section>
  );
}

interface MemberRowProps {
  member: Member;
  timeZone: string;
  onManage: (() => void) | undefined;
}

function MemberRow({ member, timeZone, onManage }: MemberRowProps) {
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-b border-line px-5 py-4 last:border-b-0 sm:px-6 md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)_6rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {member.name}
          {member.is_you && <Badge>You</Badge>}
          {member.disabled && <Badge>Disabled</Badge>}
        </p>
        <p className="truncate text-[0.9375rem] text-slate">{member.email}</p>
      </div>
      <p>{member.role_label}</p>
      <div className="text-[0.9375rem] text-slate">
        <LastActivity at={member.last_active_at} timeZone={timeZone} />
        <p className="flex items-center gap-1.5">
          {member.second_factor && <ShieldCheck aria-hidden="true" className="size-4 text-good" />}
          {member.second_factor ? 'Second factor on' : 'Password only'}
        </p>
      </div>
      {onManage && (
        <Button variant="secondary" onClick={onManage} className="max-md:mt-1 max-md:justify-self-start">
          Manage<span className="sr-only"> {member.name}</span>
        </Button>
      )}
    </li>
  );
}

function LastActivity({ at, timeZone }: { at: string | null; timeZone: string }) {
  if (at === null) return <p>Never signed in</p>;
  return (
    <p>
      Active <time dateTime={at}>{timeAgo(at, timeZone)}</time>
    </p>
  );
}
