import { keepPreviousData } from '@tanstack/react-query';
import type { Schemas } from '@/api/client';
import { $api } from '@/api/queries';

export type Appointment = Schemas['AppointmentOut'];

/** The appointments of one day of the clinic; without a day, of the clinic's today. */
export const appointmentsQuery = (slug: string, date: string | null) => {
  const params = { path: { slug }, query: date ? { date } : {} };
  return $api.queryOptions('get', '/api/clinics/{slug}/appointments', { params }, { placeholderData: keepPreviousData });
};

/** Some days of the calendar, from one on (null: today). */
export const calendarQuery = (slug: string, from: string | null, days: number) => {
  const query = from ? { from, days } : { days };
  return $api.queryOptions('get', '/api/clinics/{slug}/calendar', { params: { path: { slug }, query } }, {
    placeholderData: keepPreviousData,
  });
};
