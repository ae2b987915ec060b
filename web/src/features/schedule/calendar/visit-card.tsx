import type { ButtonHTMLAttributes, CSSProperties } from 'react';
import { CircleCheck, Layers, UserCheck } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { clockTime } from '@/lib/time/clinic-time';
import type { Visit } from './queries';
import type { Tint } from './tints';
import { statusWords } from './words';

/** The id of the sentence that says how a visit is picked up by the keys. */
export const HOW_TO_HOLD = 'calendar-how-to-hold';

export interface VisitCardProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  visit: Visit;
  /** The color of its provider. */
  tint: Tint | undefined;
  timeZone: string;
  style: CSSProperties;
  movable: boolean;
  /** It has been picked up: the place it came from stays visible. */
  lifted: boolean;
}

/** A visit in the grid. Mia's new bookings carry her color; what is over is quieter. */
export function VisitCard({ visit, tint, timeZone, style, movable, lifted, ...button }: VisitCardProps) {
  const { status, source, is_new: isNew } = visit;
  return (
    <button
      type="button"
      title={`${visit.patient_name}, ${visit.service}`}
      {...button}
      style={style}
      aria-describedby={movable ? HOW_TO_HOLD : undefined}
      className={classNames(
        'absolute flex flex-col overflow-hidden rounded-lg border border-l-4 px-1.5 py-0.5 text-left text-[0.8125rem] leading-[1.15] select-none',
        'transition-shadow hover:z-20 hover:shadow-lift focus-visible:z-30',
        movable && 'cursor-grab',
        lifted && 'opacity-45',
        status === 'booked' && (source === 'mia' && isNew ? 'border-mia bg-mia-wash' : 'border-petrol/55 bg-celadon'),
        status === 'completed' && 'border-good/40 bg-good-wash',
        status === 'no_show' && 'border-bad/40 bg-bad-wash line-through',
        status === 'booked' && tint?.edge,
      )}
    >
      <span className="block w-full truncate font-semibold">
        {source === 'mia' && (
          <span aria-hidden="true" className={classNames('mr-1.5 inline-block size-2 rounded-full', isNew ? 'bg-mia' : 'bg-petrol')} />
        )}
        <Marks visit={visit} />
        {visit.patient_name}
        {visit.unverified && <span className="font-normal text-warn"> · Unverified</span>}
      </span>
      <span className="block w-full truncate tabular-nums">
        {clockTime(visit.starts_at, timeZone)} · {visit.service}
      </span>
      <span className="sr-only">
        until {clockTime(visit.ends_at, timeZone)}, {visit.provider}, {visit.location}, {statusWords(visit)}
      </span>
    </button>
  );
}

/** How far the visit is, at a glance; its words stand at its end. */
function Marks({ visit: { status, arrival, overbooked } }: { visit: Visit }) {
  const Arrival = status === 'booked' && { expected: null, confirmed: CircleCheck, arrived: UserCheck }[arrival];
  return (
    <>
      {Arrival && <Arrival aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em]" />}
      {overbooked && <Layers aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em] text-warn" />}
    </>
  );
}
