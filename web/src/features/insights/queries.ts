import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import type { Filters } from './filters';

export type Analytics = Schemas['AnalyticsOut'];
export type Choice = Schemas['ChoiceOut'];

/** Figures and charts of a clinic for one choice of the filters; the last ones stay until the new ones are there. */
export const analyticsQuery = (slug: string, filters: Filters) =>
  queryOptions({
    queryKey: ['client-analytics', slug, filters],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/client-analytics/{slug}', { params: { path: { slug }, query: filters }, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
