import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type Conversation = Schemas['ConversationOut'];
export type ConversationDetail = Schemas['ConversationDetailOut'];
export type Text = Schemas['TextOut'];

/** Conversations, the latest first. What is searched for travels in the body only. */
export const conversationsQuery = (slug: string, query: string, waitingOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: ['clinic', slug, 'conversations', { query, waitingOnly }],
    queryFn: ({ pageParam: cursor, signal }) =>
      answer(
        api.POST('/api/clinics/{slug}/conversations/search', {
          params: { path: { slug } },
          body: { query, waiting_only: waitingOnly, limit: 30, ...(cursor && { cursor }) },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });

/** One conversation with its texts. */
export const conversationQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'conversation', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/clinics/{slug}/conversations/{conversation_id}', {
          params: { path: { slug, conversation_id: id } },
          signal,
        }),
      ),
  });

/** Loads a conversation and the lists again after something was done to it. */
function useReload(slug: string, id: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['clinic', slug, 'conversation', id] }),
      queries.invalidateQueries({ queryKey: ['clinic', slug, 'conversations'] }),
    ]);
}

/** Writes as a member of staff; the same key is sent once. */
export function useWrite(slug: string, id: string) {
  const reload = useReload(slug, id);
  return useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      answer(
        api.POST('/api/clinics/{slug}/conversations/{conversation_id}/messages', {
          params: { path: { slug, conversation_id: id } },
          body: { text, idempotency_key: key },
        }),
      ),
    onSettled: reload,
  });
}

/** Who answers from here on: a person at the practice, or Mia again. */
export function useMode(slug: string, id: string) {
  const reload = useReload(slug, id);
  const params = { path: { slug, conversation_id: id } };
  return useMutation({
    mutationFn: (mode: 'staff' | 'mia') =>
      answer(
        mode === 'staff'
          ? api.POST('/api/clinics/{slug}/conversations/{conversation_id}/take-over', { params })
          : api.POST('/api/clinics/{slug}/conversations/{conversation_id}/hand-back', { params }),
      ),
    onSettled: reload,
  });
}
