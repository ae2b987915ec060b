import { Link } from 'react-router';
import { classNames } from '@/lib/class-names';
import { clockTime } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Badge, type BadgeTone } from '@/ui/badge';
import type { Appointment } from './queries';

export interface AppointmentRowProps {
  appointment: Appointment;
  /** Where it is opened. */
  to: string;
  timeZone: string;
  /** True for the second after it arrived. */
  fresh: boolean;
}

/** One visit: when, who, what, with whom and where. Mia's bookings carry her color until they are no longer new. */
export function AppointmentRow({ appointment, to, timeZone, fresh }: AppointmentRowProps) {
  const { starts_at: start, ends_at: end, status, source, is_new: isNew } = appointment;
  const byMia = source === 'mia';
  const over = status === 'cancelled' || status === 'no_show';
  return (
    <li
      className={classNames(
        'relative flex gap-4 border-b border-line px-5 py-3.5 last:border-b-0 sm:gap-6 sm:px-6',
        byMia && isNew && 'mia-edge',
        fresh && 'fresh-row',
      )}
    >
      <p className="w-19 shrink-0 tabular-nums">
        <time dateTime={start} className={classNames('block font-semibold', over && 'line-through')}>
          {clockTime(start, timeZone)}
        </time>
        <span className="block text-sm text-slate">{minutesBetween(start, end)} min</span>
      </p>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={to} className="inline-flex min-h-6 items-center font-semibold underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2">
            {appointment.patient_name}
          </Link>
          {byMia && <Badge tone={isNew ? 'mia' : 'plain'}>{isNew ? 'New · booked by Mia' : 'Booked by Mia'}</Badge>}
          {appointment.unverified && !over && <Badge tone="warn">Unverified</Badge>}
          <StatusBadge status={status} />
        </div>
        <p className="text-[0.9375rem] text-slate">
          {appointment.service} · {appointment.provider} · {appointment.location}
        </p>
        {appointment.phone && (
          <a
            href={`tel:${appointment.phone.replace(/[^\d+]/g, '')}`}
            className="inline-flex min-h-6 items-center text-[0.9375rem] text-petrol tabular-nums underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {readablePhone(appointment.phone)}
          </a>
        )}
      </div>
    </li>
  );
}

const STATUS_WORDS: Record<string, [string, BadgeTone]> = {
  completed: ['Completed', 'good'],
  cancelled: ['Canceled', 'plain'],
  no_show: ['No show', 'bad'],
};

/** A visit that is simply booked says nothing about it. */
function StatusBadge({ status }: { status: string }) {
  const known = STATUS_WORDS[status];
  return known ? <Badge tone={known[1]}>{known[0]}</Badge> : null;
}

function minutesBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
}
