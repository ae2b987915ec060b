import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import type { CallFilter } from './call-filter';

export type LoggedCall = Schemas['LoggedCallOut'];
export type Verdict = 'up' | 'down';

/** Calls, newest first, a page at a time. A name travels in the body only. */
export const callsQuery = (slug: string, patient: string, { status, since, until, verdict }: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['clinic', slug, 'calls', { patient, status, since, until, verdict }],
    queryFn: ({ pageParam: cursor, signal }) =>
      answer(
        api.POST('/api/clinics/{slug}/calls/search', {
          params: { path: { slug } },
          body: {
            limit: 25,
            statuses: status ? [status] : [],
            ...(patient && { patient }),
            ...(since && { since }),
            ...(until && { until }),
            ...(verdict && { verdict }),
            ...(cursor && { cursor }),
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });

/** What someone of the practice thought of a call. */
export const feedbackQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'feedback', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/clinics/{slug}/activities/{activity_id}/feedback', {
          params: { path: { slug, activity_id: id } },
          signal,
        }),
      ),
  });

/** Says how well Mia handled a call: at once on the page, and taken back when the server refuses. */
export function useGiveFeedback(slug: string, id: string) {
  const queries = useQueryClient();
  const { queryKey } = feedbackQuery(slug, id);
  return useMutation({
    mutationFn: ({ verdict, remark }: { verdict: Verdict | null; remark: string }) =>
      answer(
        api.PUT('/api/clinics/{slug}/activities/{activity_id}/feedback', {
          params: { path: { slug, activity_id: id } },
          body: { verdict, remark: verdict ? remark : '' },
        }),
      ),
    onMutate: async ({ verdict, remark }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (old) => old && { ...old, verdict, remark: verdict ? remark : null });
      return before;
    },
    onError: (_error, _said, before) => void queries.setQueryData(queryKey, before),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: ['clinic', slug, 'calls'] }),
      ]),
  });
}
