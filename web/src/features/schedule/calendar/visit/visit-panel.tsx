import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { dollars } from '@/lib/figures';
import { readablePhone } from '@/lib/phone';
import { callAddress, writeAddress } from '@/lib/reach';
import { Badge } from '@/ui/badge';
import { BottomSheet } from '@/ui/overlays/bottom-sheet';
import { Drawer } from '@/ui/overlays/drawer';
import { Loaded } from '@/ui/feedback/loaded';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { visitQuery, type CalendarData, type Treatment, type Visit, type Waiting } from '../queries';
import type { Changes } from '../use-changes';
import { momentOf, RETIRED_ROOM, spanOf, statusWords } from '../words';
import { Actions } from './actions';
import { FreedTime } from './freed-time';
import { History } from './history';
import { Note } from './note';
import { PatientLink } from './patient-link';

export interface VisitPanelProps {
  slug: string;
  data: CalendarData;
  roomNames: ReadonlyMap<string, string>;
  mayWrite: boolean;
  /** The visit that is open; null while there is none. */
  id: string | null;
  changes: Changes;
  onMove: (visit: Visit) => void;
  /** Offers a freed time to someone who waits; absent for who may not write to patients. */
  onOffer: ((one: Waiting, at: string) => void) | undefined;
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

function Story({ slug, id, data, roomNames, mayWrite, changes, onMove, onOffer }: StoryProps) {
  const timeZone = data.timezone;
  const query = useQuery(visitQuery(slug, id));
  return (
    <Loaded query={query} waiting="Loading the appointment" rows={4} explain={explainVisit}>
      {({ visit, begun, today, note, treatment, changes: done }) => (
        <div className="grid gap-6">
          <Facts
            slug={slug}
            visit={visit}
            timeZone={timeZone}
            room={roomNames.get(visit.room_id) ?? RETIRED_ROOM}
            treatment={treatment}
            linked={mayWrite}
            mayText={onOffer !== undefined}
          />
          {mayWrite && (
            <Actions visit={visit} begun={begun} today={today} services={data.services} changes={changes} onMove={() => onMove(visit)} />
          )}
          {onOffer && visit.status === 'cancelled' && !begun && (
            <FreedTime slug={slug} data={data} visit={visit} onOffer={(one) => onOffer(one, visit.starts_at)} />
          )}
          {note !== null && <Note key={note} slug={slug} visit={visit} note={note} mayWrite={mayWrite} changes={changes} />}
          {mayWrite && visit.status === 'booked' && !begun && <PatientLink slug={slug} id={visit.id} />}
          <History changes={done} timeZone={timeZone} onUndo={mayWrite ? changes.undo : undefined} />
        </div>
      )}
    </Loaded>
  );
}

const LINK = 'inline-flex min-h-6 items-center text-petrol tabular-nums underline decoration-1 underline-offset-4';

interface FactsProps {
  slug: string;
  visit: Visit;
  timeZone: string;
  room: string;
  treatment: Treatment | null;
  /** Whether the patient’s page is a click away: those who only read appointments may not see it. */
  linked: boolean;
  /** Whether the reader may write to patients. */
  mayText: boolean;
}

function Facts({ slug, visit, timeZone, room, treatment, linked, mayText }: FactsProps) {
  const lines: [string, string][] = [
    ['When', `${momentOf(visit.starts_at, timeZone).replace(/, [^,]*$/, '')}, ${spanOf(visit, timeZone)}`],
    ['Service', visit.service],
    ['Provider', visit.provider],
    ['Where', room.endsWith(visit.location) ? room : `${room}, ${visit.location}`],
    ['Status', statusWords(visit)],
    ...(treatment?.done ? ([['Done', `${treatment.service}, ${dollars(treatment.price_cents)}`]] as [string, string][]) : []),
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
        {visit.overbooked && <Badge tone="warn">Overbooked</Badge>}
      </div>
      {visit.unverified && (
        <p className="mt-1 text-[0.9375rem] text-slate">
          The patient’s identity hasn’t been confirmed.{' '}
          <Link to={`/dashboard/${slug}/patients/${visit.patient_id}`} className={LINK}>
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
            <dd className="flex flex-wrap gap-x-5">
              <a href={callAddress(visit.phone)} className={LINK}>
                {readablePhone(visit.phone)}
              </a>
              {mayText && (
                <Link to={writeAddress(slug, visit.patient_id, 'sms')} className={LINK}>
                  Text
                </Link>
              )}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
