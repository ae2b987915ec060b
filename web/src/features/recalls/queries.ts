import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type RebookingAnalytics = Schemas['RebookingAnalyticsOut'];
export type Conversion = Schemas['ConversionOut'];
export type Standing = Schemas['RecallStandingOut'];

/** Who is due, what that is worth, and what contacts of the last months brought. */
export const rebookingQuery = (slug: string, months: number) =>
  queryOptions({
    queryKey: ['clinic', slug, 'rebooking-analytics', months],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/clinics/{slug}/rebooking-analytics', { params: { path: { slug }, query: { months } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
