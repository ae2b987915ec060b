import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type Appointment = Schemas['AppointmentOut'];

/** The appointments of one day of the clinic; without a day, of the clinic's today. */
export const appointmentsQuery = (slug: string, date: string | null) =>
  queryOptions({
    queryKey: ['clinic', slug, 'appointments', date],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/clinics/{slug}/appointments', {
          params: { path: { slug }, query: date ? { date } : {} },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
