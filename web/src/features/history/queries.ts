import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import type { HistorySort } from './sort';

export type Activity = Schemas['ActivityOut'];
export type ActivityDetail = Schemas['ActivityDetailOut'];

/** Rows asked for at a time. */
export const PAGE_SIZE = 15;

/** The history, filtered by part of a patient's name, a page at a time. The name travels in the body only. */
export const activitiesQuery = (slug: string, patient: string, { sort, direction }: HistorySort) =>
  infiniteQueryOptions({
    queryKey: ['clinic', slug, 'activities', { patient, sort, direction }],
    queryFn: ({ pageParam: cursor, signal }) =>
      answer(
        api.POST('/api/clinics/{slug}/activities/search', {
          params: { path: { slug } },
          body: { sort, direction, limit: PAGE_SIZE, ...(patient && { patient }), ...(cursor && { cursor }) },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });

/** One contact with its summary and transcript. */
export const activityQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'activity', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/clinics/{slug}/activities/{activity_id}', {
          params: { path: { slug, activity_id: id } },
          signal,
        }),
      ),
  });
