import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { ofClinic } from '@/api/keys';
import { $api, inClinic, paged } from '@/api/queries';
import type { CallFilter } from './call-filter';

export type LoggedCall = Schemas['LoggedCallOut'];
export type Verdict = 'up' | 'down';

/** Calls, newest first, a page at a time. A name travels in the body only. */
export const callsQuery = (slug: string, patient: string, { status, since, until, verdict }: CallFilter) => {
  const body = {
    limit: 25,
    statuses: status ? [status] : [],
    ...(patient && { patient }),
    ...(since && { since }),
    ...(until && { until }),
    ...(verdict && { verdict }),
  };
  return paged($api.queryOptions('post', '/api/clinics/{slug}/calls/search', { ...inClinic(slug), body }));
};

const activityOf = (slug: string, id: string) => ({ params: { path: { slug, activity_id: id } } });

/** What someone of the practice thought of a call. */
export const feedbackQuery = (slug: string, id: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/activities/{activity_id}/feedback', activityOf(slug, id)));

/** Says how well Mia handled a call: at once on the page, and taken back when the server refuses. */
export function useGiveFeedback(slug: string, id: string) {
  const queries = useQueryClient();
  const { queryKey } = feedbackQuery(slug, id);
  return useMutation({
    mutationFn: ({ verdict, remark }: { verdict: Verdict | null; remark: string }) =>
      answer(
        api.PUT('/api/clinics/{slug}/activities/{activity_id}/feedback', {
          ...activityOf(slug, id),
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
        queries.invalidateQueries(ofClinic(slug, ['calls/search'])),
      ]),
  });
}
