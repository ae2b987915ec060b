import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { explain, reasonOr } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { BottomSheet } from '@/ui/overlays/bottom-sheet';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Drawer } from '@/ui/overlays/drawer';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { Switch } from '@/ui/fields/switch';
import { TextField } from '@/ui/fields/text-field';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { visitQuery, type Change, type Visit } from './queries';
import type { Changes } from './use-changes';
import { changeWords, momentOf, noticeWords, RETIRED_ROOM, spanOf, statusWords } from './words';

export interface VisitPanelProps {
  slug: string;
  timeZone: string;
  roomNames: ReadonlyMap<string, string>;
  mayWrite: boolean;
  /** The visit that is open; null while there is none. */
  id: string | null;
  changes: Changes;
  onMove: (visit: Visit) => void;
  onClose: () => void;
}

const explainVisit = explain('Couldn’t load the appointment.');

/** One visit: what is to be known, what can be done, and what was done. At the side, or a sheet on a phone. */
export function VisitPanel({ slug, id, onClose, ...rest }: VisitPanelProps) {
  const Frame = useRoomForTable() ? Drawer : BottomSheet;
  return (
    <Frame open={id !== null} onClose={onClose} title="Appointment">
      {id && <Story key={id} slug={slug} id={id} onClose={onClose} {...rest} />}
    </Frame>
  );
}

type StoryProps = Omit<VisitPanelProps, 'id'> & { id: string };

function Story({ slug, id, timeZone, roomNames, mayWrite, changes, onMove }: StoryProps) {
  const query = useQuery(visitQuery(slug, id));
  return (
    <Loaded query={query} waiting="Loading the appointment" rows={4} explain={explainVisit}>
      {({ visit, begun, changes: done }) => (
        <div className="grid gap-6">
          <Facts slug={slug} visit={visit} timeZone={timeZone} room={roomNames.get(visit.room_id) ?? RETIRED_ROOM} linked={mayWrite} />
          {mayWrite && <Actions visit={visit} begun={begun} changes={changes} onMove={() => onMove(visit)} />}
          <History changes={done} timeZone={timeZone} onUndo={mayWrite ? changes.undo : undefined} />
        </div>
      )}
    </Loaded>
  );
}

interface FactsProps {
  slug: string;
  visit: Visit;
  timeZone: string;
  room: string;
  /** Whether the patient’s page is a click away: those who only read appointments may not see it. */
  linked: boolean;
}

function Facts({ slug, visit, timeZone, room, linked }: FactsProps) {
  const lines: [string, string][] = [
    ['When', `${momentOf(visit.starts_at, timeZone).replace(/, [^,]*$/, '')}, ${spanOf(visit, timeZone)}`],
    ['Service', visit.service],
    ['Provider', visit.provider],
    ['Where', `${room}, ${visit.location}`],
    ['Status', statusWords(visit.status)],
  ];
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {linked ? (
          <Link
            to={`/dashboard/${slug}/patients/${visit.patient_id}`}
            className="inline-flex min-h-6 items-center text-xl font-semibold underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2"
          >
            {visit.patient_name}
          </Link>
        ) : (
          <p className="text-xl font-semibold">{visit.patient_name}</p>
        )}
        {visit.unverified && <Badge tone="warn">Unverified</Badge>}
      </div>
      {visit.unverified && (
        <p className="mt-1 text-[0.9375rem] text-slate">
          The patient’s identity hasn’t been confirmed.{' '}
          <Link
            to={`/dashboard/${slug}/patients/${visit.patient_id}`}
            className="inline-flex min-h-6 items-center text-petrol underline decoration-1 underline-offset-4"
          >
            Confirm identity
          </Link>
        </p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
        {lines.map(([term, value]) => (
          <div key={term} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-slate">{term}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
        {visit.phone && (
          <div className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-slate">Phone</dt>
            <dd>
              <a
                href={`tel:${visit.phone.replace(/[^\d+]/g, '')}`}
                className="inline-flex min-h-6 items-center text-petrol tabular-nums underline decoration-1 underline-offset-4"
              >
                {readablePhone(visit.phone)}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

interface ActionsProps {
  visit: Visit;
  /** Whether its time has come: only then it is known whether the patient came. */
  begun: boolean;
  changes: Changes;
  onMove: () => void;
}

function Actions({ visit, begun, changes, onMove }: ActionsProps) {
  const [cancelling, setCancelling] = useState(false);
  if (visit.status === 'cancelled') return null;
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-5">
      {visit.status === 'booked' ? (
        <>
          <Button variant="secondary" onClick={onMove}>
            Move
          </Button>
          {begun && (
            <>
              <Button variant="secondary" onClick={() => void changes.end(visit, 'completed')}>
                Completed
              </Button>
              <Button variant="secondary" onClick={() => void changes.end(visit, 'no_show')}>
                No-show
              </Button>
            </>
          )}
          <Button variant="secondary" className="text-bad" onClick={() => setCancelling(true)}>
            Cancel appointment
          </Button>
        </>
      ) : (
        <Button variant="secondary" onClick={() => void changes.end(visit, 'booked')}>
          Reopen
        </Button>
      )}
      <Dialog open={cancelling} onClose={() => setCancelling(false)} title="Cancel this appointment?">
        <CancelForm visit={visit} changes={changes} onClose={() => setCancelling(false)} />
      </Dialog>
    </div>
  );
}

function CancelForm({ visit, changes, onClose }: { visit: Visit; changes: Changes; onClose: () => void }) {
  const [tell, setTell] = useState(true);
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t reach the server. Nothing was changed.'));

  async function cancel(fields: FormData) {
    const reason = String(fields.get('reason')).trim();
    if (!reason) throw new Refused('Enter a reason for your team.');
    await changes.cancel(visit, reason, tell);
    onClose();
  }

  return (
    <form onSubmit={send(cancel)} className="mt-5 grid gap-5">
      <TextField label="Reason" name="reason" maxLength={200} autoComplete="off" hint="For your team only. The patient won’t see it." />
      <Switch label="Notify patient" note="By text or email, in 5 seconds." checked={tell} onChange={setTell} />
      <Problem>{problem}</Problem>
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Cancel appointment
        </Button>
      </div>
    </form>
  );
}

interface HistoryProps {
  changes: Change[];
  timeZone: string;
  onUndo: ((id: string) => Promise<void>) | undefined;
}

/** What was done to the visit and what the patient was told; the last can be undone while they do not know. */
function History({ changes, timeZone, onUndo }: HistoryProps) {
  if (changes.length === 0) return null;
  const last = changes.findLast(({ undone }) => !undone);
  const open = last && onUndo && (!last.notice || last.notice.state === 'scheduled') ? last.id : null;
  return (
    <section aria-label="History" className="border-t border-line pt-5">
      <h3 className="font-semibold">History</h3>
      <ol className="mt-2 grid gap-3">
        {changes.map((change) => (
          <li key={change.id} className="text-[0.9375rem]">
            <p className={change.undone ? 'text-slate line-through' : ''}>{changeWords(change, timeZone)}</p>
            <p className="text-slate">
              {longTimestamp(change.at, timeZone)}
              {change.undone && ' · undone'}
              {change.reason && ` · ${change.reason}`}
            </p>
            {change.notice && <p className="text-slate">{noticeWords(change.notice, timeZone)}</p>}
            {change.id === open && (
              <Button variant="quiet" className="-ml-5" onClick={() => void onUndo?.(change.id)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
