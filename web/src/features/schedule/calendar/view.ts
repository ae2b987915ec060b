import { isDay } from '@/lib/time/clinic-time';

export type Mode = 'day' | 'week';

/** What the calendar shows; all of it stands in the address. Ids are the server's. */
export interface View {
  mode: Mode;
  /** The day, or one of the week's; null for today. */
  date: string | null;
  /** What each column of a day is. */
  by: 'provider' | 'room';
  provider: string | null;
  location: string | null;
  room: string | null;
  /** All hours of the day, not only those in which someone works. */
  full: boolean;
  /** The visit that is open. */
  visit: string | null;
  /** The waiting list stands beside the days. */
  waiting: boolean;
  /** Who is to be booked: the id of a patient, or of what knows of someone else (a lead, a conversation, a call, a task);
   * `new` for a person chosen there. The form is open then. */
  book: string | null;
}

const NAMES = ['view', 'date', 'by', 'provider', 'location', 'room', 'hours', 'visit', 'waiting', 'book'] as const;
const BOOKED = /^(new|(pat|led|thr|act|tsk)_\w+)$/;

/** What an address asks for; anything it does not say, or says wrongly, is the default. */
export function readView(params: URLSearchParams): View {
  const [date, book] = [params.get('date'), params.get('book')];
  return {
    mode: params.get('view') === 'week' ? 'week' : 'day',
    date: date && isDay(date) ? date : null,
    by: params.get('by') === 'room' ? 'room' : 'provider',
    provider: params.get('provider'),
    location: params.get('location'),
    room: params.get('room'),
    full: params.get('hours') === 'all',
    visit: params.get('visit'),
    waiting: params.get('waiting') === 'shown',
    book: book && BOOKED.test(book) ? book : null,
  };
}

/** Writes a view into an address, which stays bare for the defaults and keeps what else it says. */
export function writeView(params: URLSearchParams, view: View): URLSearchParams {
  for (const name of NAMES) params.delete(name);
  if (view.mode === 'week') params.set('view', 'week');
  if (view.date) params.set('date', view.date);
  if (view.by === 'room') params.set('by', 'room');
  for (const name of ['provider', 'location', 'room', 'visit', 'book'] as const) {
    const value = view[name];
    if (value) params.set(name, value);
  }
  if (view.full) params.set('hours', 'all');
  if (view.waiting) params.set('waiting', 'shown');
  return params;
}

/** The Sunday on or before a day: weeks begin as calendars of the United States do. */
export function weekOf(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - noon.getUTCDay());
  return noon.toISOString().slice(0, 10);
}
