import { keepPreviousData } from '@tanstack/react-query';
import type { Schemas } from '@/api/client';
import { $api } from '@/api/queries';
import { asQuery, type Filters } from './filters';

export type Analytics = Schemas['AnalyticsOut'];
export type Choice = Schemas['ChoiceOut'];

/** Figures and charts of a clinic for one choice of the filters; the last ones stay until the new ones are there. */
export const analyticsQuery = (slug: string, filters: Filters) =>
  $api.queryOptions('get', '/api/client-analytics/{slug}', { params: { path: { slug }, query: asQuery(filters) } }, {
    placeholderData: keepPreviousData,
    retry: false,
  });
