import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { ofClinic } from '@/api/keys';
import { useToast } from '@/ui/feedback/toast';
import { momentOf, tellingWords } from './words';
import {
  cancelVisit,
  moveVisit,
  noteArrival,
  noteOutcome,
  refusalOf,
  undoChange,
  type CalendarData,
  type ChangedVisit,
  type Move,
  type Outcome,
  type Refusal,
  type Treated,
  type Visit,
} from './queries';

const FAILED = 'Couldn’t reach the server. Nothing was changed.';

const ENDED = { booked: 'Reopened.', no_show: 'Marked as no-show.' };
const ARRIVED: Record<Visit['arrival'], string> = { expected: 'Confirmation removed.', confirmed: 'Confirmed.', arrived: 'Checked in.' };

/** A move that could not be made, and why. */
export interface Refused {
  move: Move;
  refusal: Refusal;
}

/** What can be done to visits, each with its undo; moving shows at once and is undone when the server refuses. */
export function useChanges(slug: string, timeZone: string) {
  const queries = useQueryClient();
  const say = useToast();
  const [refused, setRefused] = useState<Refused>();
  const calendars = ofClinic(slug, ['calendar']);

  const refresh = () => queries.invalidateQueries(ofClinic(slug, ['calendar', 'appointments', 'appointments/{appointment_id}']));

  async function undo(changeId: string) {
    try {
      await undoChange(slug, changeId);
      say('Undone.');
    } catch (error) {
      say(reasonOf(error, FAILED));
    }
    await refresh();
  }

  /** Says what was done, with the way back while no one else knows of it. */
  function told(done: ChangedVisit, words: string) {
    const change = done.change_id;
    say(`${words}${tellingWords(done, timeZone)}`, change ? { label: 'Undo', run: () => void undo(change) } : undefined);
  }

  /** Whether it was moved; what was in the way is kept in `refused`. */
  async function move(wanted: Move): Promise<boolean> {
    await queries.cancelQueries(calendars);
    const before = queries.getQueriesData<CalendarData>(calendars);
    queries.setQueriesData<CalendarData>(calendars, (data) => data && moved(data, wanted));
    try {
      const done = await moveVisit(slug, wanted);
      setRefused(undefined);
      told(done, `Moved to ${momentOf(done.visit.starts_at, timeZone)}.`);
      return true;
    } catch (error) {
      for (const [key, data] of before) queries.setQueryData(key, data);
      const refusal = refusalOf(error);
      setRefused(refusal && { move: wanted, refusal });
      if (!refusal) say(reasonOf(error, FAILED));
      return false;
    } finally {
      void refresh();
    }
  }

  async function cancel(visit: Visit, reason: string, tell: boolean) {
    told(await cancelVisit(slug, visit.id, reason, tell), 'Appointment canceled.');
    await refresh();
  }

  async function note(action: () => Promise<ChangedVisit>, words: string) {
    try {
      told(await action(), words);
    } catch (error) {
      say(reasonOf(error, FAILED));
    }
    await refresh();
  }

  const end = (visit: Visit, outcome: Exclude<Outcome, 'completed'>) => note(() => noteOutcome(slug, visit.id, outcome), ENDED[outcome]);
  const arrive = (visit: Visit, arrival: Visit['arrival']) => note(() => noteArrival(slug, visit.id, arrival), ARRIVED[arrival]);

  /** Breaks its promise when it cannot be: the form stays with what was written. */
  async function complete(visit: Visit, done: Treated) {
    told(await noteOutcome(slug, visit.id, 'completed', done), 'Marked completed.');
    await refresh();
  }

  return { move, cancel, end, arrive, complete, undo, told, refresh, refused, forgetRefused: () => setRefused(undefined) };
}

export type Changes = ReturnType<typeof useChanges>;

/** The calendar as it will be when the server agrees. */
export function moved(data: CalendarData, { visit, place }: Move): CalendarData {
  const shift = Date.parse(place.starts_at) - Date.parse(visit.starts_at);
  const later = (instant: string) => new Date(Date.parse(instant) + shift).toISOString();
  const visits = data.visits.map((one) =>
    one.id === visit.id
      ? {
          ...one,
          starts_at: later(one.starts_at),
          ends_at: later(one.ends_at),
          busy_until: later(one.busy_until),
          provider_id: place.provider_id,
          provider: data.providers.find(({ id }) => id === place.provider_id)?.name ?? one.provider,
          room_id: place.room_id ?? one.room_id,
        }
      : one,
  );
  return { ...data, visits: visits.toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at)) };
}
