import { keepPreviousData } from '@tanstack/react-query';
import type { Schemas } from '@/api/client';
import { $api } from '@/api/queries';

export type RebookingAnalytics = Schemas['RebookingAnalyticsOut'];
export type Conversion = Schemas['ConversionOut'];
export type Standing = Schemas['RecallStandingOut'];

/** Who is due, what that is worth, and what contacts of the last months brought. */
export const rebookingQuery = (slug: string, months: number) => {
  const params = { path: { slug }, query: { months } };
  return $api.queryOptions('get', '/api/clinics/{slug}/rebooking-analytics', { params }, { placeholderData: keepPreviousData });
};
