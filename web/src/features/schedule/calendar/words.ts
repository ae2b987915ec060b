import { clockTime, longTimestamp, weekdayAndDate, dayIn } from '@/lib/time/clinic-time';
import type { Change, ChangedVisit, Notice, Visit } from './queries';

/** `Thursday, March 26, 2:00 PM`. */
export function momentOf(instant: string, timeZone: string): string {
  return `${weekdayAndDate(dayIn(timeZone, new Date(instant)))}, ${clockTime(instant, timeZone)}`;
}

/** `2:00 PM – 2:30 PM`. */
export function spanOf({ starts_at: start, ends_at: end }: Pick<Visit, 'starts_at' | 'ends_at'>, timeZone: string): string {
  return `${clockTime(start, timeZone)} – ${clockTime(end, timeZone)}`;
}

/** A room that visits stand in though it is no longer offered; the calendar does not know its name. */
export const RETIRED_ROOM = 'Retired room';

const ARRIVAL: Record<Visit['arrival'], string> = { expected: 'Booked', confirmed: 'Confirmed', arrived: 'Checked in' };
const STATUS: Record<Visit['status'], string> = {
  booked: 'Booked',
  completed: 'Completed',
  cancelled: 'Canceled',
  no_show: 'No-show',
};

/** How far a visit is, in words. */
export function statusWords({ status, arrival }: Pick<Visit, 'status' | 'arrival'>): string {
  return status === 'booked' ? ARRIVAL[arrival] : STATUS[status];
}

/** What becomes of the message to the patient, right after a change. */
export function tellingWords({ visit, notice }: ChangedVisit, timeZone: string): string {
  if (!notice) return '';
  const name = visit.patient_name.split(' ')[0] ?? visit.patient_name;
  if (notice.outcome === 'block') return ` ${name} can’t be messaged (${notice.reason.toLowerCase()}): you’ll get a task to call.`;
  if (notice.outcome === 'defer') return ` ${name} will be notified on ${longTimestamp(notice.due_at, timeZone)}.`;
  return ` ${name} is told in 10 seconds.`;
}

/** How a message to the patient stands. */
export function noticeWords(notice: Notice, timeZone: string): string {
  const way = notice.channel === 'sms' ? 'by text' : 'by email';
  switch (notice.state) {
    case 'scheduled':
      return notice.outcome === 'block' ? `Not notified: ${notice.reason}` : `Will be notified ${way}, ${longTimestamp(notice.due_at, timeZone)}`;
    case 'sending':
      return `Sending message ${way}`;
    case 'sent':
      return `Notified ${way}${notice.settled_at ? `, ${longTimestamp(notice.settled_at, timeZone)}` : ''}`;
    case 'withdrawn':
      return 'Undone before it was sent';
    case 'failed':
      return 'Message not delivered: please call';
    case 'blocked':
      return `Not notified: ${notice.reason}. Please call`;
  }
}

const KINDS: Record<Change['kind'], string> = {
  booked: 'Booked',
  moved: 'Moved',
  cancelled: 'Canceled',
  completed: 'Marked completed',
  no_show: 'Marked as no-show',
  reopened: 'Reopened',
  confirmed: 'Confirmed',
  arrived: 'Checked in',
  expected: 'Confirmation removed',
};
const WHO: Record<Change['by'], string> = { mia: 'by Mia', patient: 'by the patient', you: 'by you', team: 'by your team' };

/** One line of a visit's history. */
export function changeWords(change: Change, timeZone: string): string {
  const moved = change.kind === 'moved' && change.from_starts_at !== change.to_starts_at;
  const where = moved ? ` from ${momentOf(change.from_starts_at, timeZone)} to ${momentOf(change.to_starts_at, timeZone)}` : '';
  return `${KINDS[change.kind]} ${WHO[change.by]}${where}`;
}
