import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { now } from '@/lib/time/now';
import { isOver, timeLeft } from '@/lib/time/time-left';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { endVisit, useVisitsChanged, visitsQuery, type Visit } from './queries';

/** When support of the platform was let in, why, and a way to show it out. */
export function Visits({ slug, timeZone }: { slug: string; timeZone: string }) {
  const query = useQuery(visitsQuery(slug));
  return (
    <Section title="Support access" note="Support needs a reason and a time limit, and we’ll email you">
      <Loaded query={query} waiting="Loading support access" rows={1} explain={explain('Couldn’t load support access.')}>
        {(visits) =>
          visits.length === 0 ? (
            <EmptyNote title="No support access yet">Each session is listed here with its reason.</EmptyNote>
          ) : (
            <ul className="border-t border-line">
              {visits.map((visit) => (
                <VisitRow key={visit.id} slug={slug} visit={visit} timeZone={timeZone} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Open until it is ended or its time is over. */
export function isOpen(visit: Pick<Visit, 'ended_at' | 'expires_at'>, at = now()): boolean {
  return visit.ended_at === null && !isOver(visit.expires_at, at);
}

function VisitRow({ slug, visit, timeZone }: { slug: string; visit: Visit; timeZone: string }) {
  const [asking, setAsking] = useState(false);
  const changed = useVisitsChanged(slug);
  const say = useToast();
  const open = isOpen(visit);

  async function end() {
    await endVisit(slug, visit.id);
    await changed();
    say('Support access ended.');
  }

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="min-w-0 truncate">{visit.who}</span>
          <Badge tone={open ? 'warn' : 'plain'}>{open ? 'Open' : 'Ended'}</Badge>
        </p>
        <p className="text-[0.9375rem]">{visit.reason}</p>
        <p className="text-sm text-slate">
          {longTimestamp(visit.opened_at, timeZone)}
          {open && ` · ends automatically ${timeLeft(visit.expires_at, timeZone)}`}
        </p>
      </div>
      {open && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          End access
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="End support access?"
        action="Yes, end it"
        onConfirm={end}
        explain={(error) => reasonOf(error, 'Couldn’t end the access.')}
      >
        <p>{visit.who} loses access to this practice immediately.</p>
      </ConfirmDialog>
    </li>
  );
}
