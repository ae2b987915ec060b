import { keepPreviousData } from '@tanstack/react-query';
import { answer, ApiError } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';
import type { paths } from '@/api/schema';

export type CalendarData = Schemas['CalendarOut'];
export type Visit = Schemas['VisitOut'];
export type Block = Schemas['BlockOut'];
export type Treatment = Schemas['TreatmentDoneOut'];
export type Notice = Schemas['NoticeOut'];
export type Change = Schemas['ChangeOut'];
export type Obstacle = Schemas['ObstacleOut'];
export type Alternative = Schemas['AlternativeOut'];
export type ChangedVisit = Schemas['ChangedVisitOut'];
export type Feed = Schemas['FeedOut'];

/** When, with whom and where a visit is to be; without a room any free one. */
export interface Place {
  starts_at: string;
  provider_id: string;
  room_id: string | null;
}

/** What the reader passes on purpose: opening hours, and (why) another visit of the provider. */
export interface Insistence {
  outsideHours?: boolean;
  overbook?: string;
}

/** A time cannot be had: what is in the way, what is free, and whether the reader may insist. */
export interface Refusal {
  detail: string;
  waivable: boolean;
  overbookable: boolean;
  obstacles: Obstacle[];
  alternatives: Alternative[];
}

const visitOf = (slug: string, id: string) => ({ params: { path: { slug, appointment_id: id } } });

/** One visit with everything that was done to it. */
export const visitQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/appointments/{appointment_id}', visitOf(slug, id));

/** Patients whose name or phone is like what was typed, which travels in the body only. */
export const patientsLike = (slug: string, query: string) => {
  const body = { query, group: 'all' as const, page: 1, page_size: 6 };
  return $api.queryOptions('post', '/api/clinics/{slug}/patients/search', { ...inClinic(slug), body }, {
    enabled: query.length > 1,
    placeholderData: keepPreviousData,
  });
};

/** Who a patient is, of whom only the id is known. */
export const patientQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/patients/{patient_id}', { params: { path: { slug, patient_id: id } } });

/** Someone who has the name and contact of a person to be added. */
export type OnRecord = Pick<Schemas['RecordOut'], 'id' | 'name' | 'phone' | 'email'>;

type NewPerson = Pick<Schemas['NewPatientIn'], 'name' | 'phone' | 'email' | 'number_given' | 'another'>;

/** Adds a patient; refused as `on-record` for who seems to be there, unless it is `another`. */
export function addPatient(slug: string, person: NewPerson): Promise<OnRecord> {
  return answer(api.POST('/api/clinics/{slug}/patients', { ...inClinic(slug), body: person }));
}

/** Which providers have a link for calendar programs. */
export const feedsQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/calendar-feeds', inClinic(slug));

export type Waiting = Schemas['WaitingOut'];

/** Who would like to come when something becomes free. */
export const waitingQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/waiting-list', inClinic(slug));

/** Puts a patient on the waiting list. */
export function joinWaitingList(slug: string, wanted: Schemas['NewWaitingIn']): Promise<{ id: string }> {
  return answer(api.POST('/api/clinics/{slug}/waiting-list', { ...inClinic(slug), body: wanted }));
}

/** Texts someone who waits that a time is free; refused where it is not. */
export function offerTime(slug: string, id: string, offer: Schemas['OfferIn']): Promise<unknown> {
  return answer(api.POST('/api/clinics/{slug}/waiting-list/{entry_id}/offer', { params: { path: { slug, entry_id: id } }, body: offer }));
}

/** For what, with whom and when a free time is looked for. */
export type Sought = NonNullable<paths['/api/clinics/{slug}/openings']['get']['parameters']['query']>;

/** The next times that are free. */
export const openingsQuery = (slug: string, sought: Sought) =>
  $api.queryOptions('get', '/api/clinics/{slug}/openings', { params: { path: { slug }, query: sought } }, { placeholderData: keepPreviousData });

export interface NewVisit extends Place {
  patient_id: string;
  service_id: string;
  idempotency_key: string;
  outside_hours: boolean;
  overbook: string | null;
  tell: boolean;
}

export function bookVisit(slug: string, visit: NewVisit): Promise<ChangedVisit> {
  return answer(api.POST('/api/clinics/{slug}/appointments', { ...inClinic(slug), body: visit }));
}

export interface Move extends Insistence {
  visit: Visit;
  place: Place;
  tell?: boolean;
}

export function moveVisit(slug: string, { visit, place, outsideHours = false, overbook, tell = true }: Move): Promise<ChangedVisit> {
  return answer(
    api.PATCH('/api/clinics/{slug}/appointments/{appointment_id}', {
      ...visitOf(slug, visit.id),
      body: { ...place, outside_hours: outsideHours, overbook: overbook ?? null, tell, seen: visit.updated_at },
    }),
  );
}

export function cancelVisit(slug: string, id: string, reason: string, tell: boolean): Promise<ChangedVisit> {
  return answer(
    api.POST('/api/clinics/{slug}/appointments/{appointment_id}/cancel', {
      ...visitOf(slug, id),
      body: { reason, tell },
    }),
  );
}

export type Outcome = 'booked' | 'completed' | 'no_show';

/** What was done at a completed visit. */
export interface Treated {
  service_id: string;
  price_cents: number;
}

export function noteOutcome(slug: string, id: string, outcome: Outcome, done?: Treated): Promise<ChangedVisit> {
  return answer(
    api.POST('/api/clinics/{slug}/appointments/{appointment_id}/outcome', {
      ...visitOf(slug, id),
      body: { outcome, ...done },
    }),
  );
}

/** The patient confirmed the visit, or is here; `expected` takes that back. */
export function noteArrival(slug: string, id: string, arrival: Visit['arrival']): Promise<ChangedVisit> {
  return answer(api.POST('/api/clinics/{slug}/appointments/{appointment_id}/arrival', { ...visitOf(slug, id), body: { arrival } }));
}

/** Replaces the team's note on a visit as it was seen. */
export function writeVisitNote(slug: string, { id, updated_at: seen }: Visit, note: string): Promise<Visit> {
  return answer(api.PUT('/api/clinics/{slug}/appointments/{appointment_id}/note', { ...visitOf(slug, id), body: { note, seen } }));
}

/** The link by which the patient sees, moves and cancels the visit. */
export function visitLink(slug: string, id: string): Promise<{ url: string }> {
  return answer(api.GET('/api/clinics/{slug}/appointments/{appointment_id}/link', visitOf(slug, id)));
}

export function undoChange(slug: string, id: string): Promise<Visit> {
  return answer(
    api.POST('/api/clinics/{slug}/appointment-changes/{change_id}/undo', { params: { path: { slug, change_id: id } } }),
  );
}

export function blockTime(slug: string, block: Schemas['BlockIn']): Promise<{ items: Block[] }> {
  return answer(api.POST('/api/clinics/{slug}/blocks', { ...inClinic(slug), body: block }));
}

/** Gives blocked time free, or with it all that `following` of its series. */
export function unblockTime(slug: string, id: string, following = false): Promise<unknown> {
  return answer(api.DELETE('/api/clinics/{slug}/blocks/{block_id}', { params: { path: { slug, block_id: id }, query: { following } } }));
}

export function makeFeed(slug: string, provider: string, shows: Feed['shows']): Promise<{ url: string }> {
  return answer(
    api.PUT('/api/clinics/{slug}/calendar-feeds/{provider_id}', {
      params: { path: { slug, provider_id: provider } },
      body: { shows },
    }),
  );
}

export function revokeFeed(slug: string, provider: string): Promise<unknown> {
  return answer(
    api.DELETE('/api/clinics/{slug}/calendar-feeds/{provider_id}', {
      params: { path: { slug, provider_id: provider } },
    }),
  );
}

/** Puts someone back who was just taken off. */
export function rejoinWaitingList(slug: string, id: string): Promise<unknown> {
  return answer(api.POST('/api/clinics/{slug}/waiting-list/{entry_id}/rejoin', { params: { path: { slug, entry_id: id } } }));
}

export function takeOffWaitingList(slug: string, id: string): Promise<unknown> {
  return answer(api.DELETE('/api/clinics/{slug}/waiting-list/{entry_id}', { params: { path: { slug, entry_id: id } } }));
}

/** What an error says about a time that cannot be had; undefined for every other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.problem['obstacles'])) return undefined;
  return {
    detail: error.detail ?? '',
    waivable: error.problem['waivable'] === true,
    overbookable: error.problem['overbookable'] === true,
    obstacles: error.problem['obstacles'] as Obstacle[],
    alternatives: (error.problem['alternatives'] ?? []) as Alternative[],
  };
}
