import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { ofClinic } from '@/api/keys';
import { $api, inClinic, paged } from '@/api/queries';

export type Conversation = Schemas['ConversationOut'];
export type ConversationDetail = Schemas['ConversationDetailOut'];
export type Message = Schemas['MessageOut'];
export type Note = ConversationDetail['notes'][number];
export type Show = Schemas['ConversationSearchIn']['show'];
export type Way = Schemas['WayOut'];

const conversationOf = (slug: string, id: string) => ({ params: { path: { slug, conversation_id: id } } });

/** Conversations, the latest first. What is searched for travels in the body only. */
export const conversationsQuery = (slug: string, query: string, show: Show) => {
  const body = { query, show, limit: 30 };
  return paged($api.queryOptions('post', '/api/clinics/{slug}/conversations/search', { ...inClinic(slug), body }));
};

/** One conversation with its texts. */
export const conversationQuery = (slug: string, id: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/conversations/{conversation_id}', conversationOf(slug, id));

const PARTS = ['conversations/search', 'conversations/counts', 'conversations/{conversation_id}'] as const;

/** Loads conversations and the lists again after something was done: one person may have several. */
export function useReload(slug: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries(ofClinic(slug, PARTS));
}

/** Writes as a member of staff; the same key is sent once. */
export function useWrite(slug: string, id: string) {
  const reload = useReload(slug);
  return useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      answer(
        api.POST('/api/clinics/{slug}/conversations/{conversation_id}/messages', {
          ...conversationOf(slug, id),
          body: { text, idempotency_key: key },
        }),
      ),
    onSettled: reload,
  });
}

/** Who answers from here on: a person at the practice, or Mia again. */
export function useMode(slug: string, id: string) {
  const reload = useReload(slug);
  const { params } = conversationOf(slug, id);
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

/** Marks all there is with a person as read or unread, or assigns it. */
export function useChangeConversation(slug: string, id: string) {
  const reload = useReload(slug);
  return useMutation({
    mutationFn: (body: Schemas['ConversationChangeIn']) =>
      answer(api.PATCH('/api/clinics/{slug}/conversations/{conversation_id}', { ...conversationOf(slug, id), body })),
    onSettled: reload,
  });
}

/** Opens the conversation with a patient or a lead (`led_…`) by text or email, begun when there is none. */
export function useBeginWriting(slug: string) {
  const reload = useReload(slug);
  return useMutation({
    mutationFn: ({ to, channel }: { to: string; channel: Way['channel'] | null }) =>
      answer(
        to.startsWith('led_')
          ? api.POST('/api/clinics/{slug}/leads/{lead_id}/conversation', { params: { path: { slug, lead_id: to } }, body: { channel } })
          : api.POST('/api/clinics/{slug}/conversations', { ...inClinic(slug), body: { patient_id: to, channel } }),
      ),
    onSuccess: reload,
  });
}

/** Patients with a name or phone like what was typed, typing errors forgiven. */
export const patientsLike = (slug: string, query: string) => {
  const body = { query, group: 'all' as const, page: 1, page_size: 6 };
  return $api.queryOptions('post', '/api/clinics/{slug}/patients/search', { ...inClinic(slug), body }, {
    enabled: query.length > 1,
    placeholderData: keepPreviousData,
  });
};

/** Leads with a name, phone or email like what was typed, and what they agreed to. */
export const leadsLike = (slug: string, query: string, mayRead: boolean) =>
  $api.queryOptions('post', '/api/clinics/{slug}/leads/search', { ...inClinic(slug), body: { query } }, {
    enabled: mayRead && query.length > 1,
    placeholderData: keepPreviousData,
  });

/** The names of those who are no patients, by conversation, as far as their leads know them. */
export function useLeadNames(slug: string, nameless: readonly string[], mayRead: boolean): ReadonlyMap<string, string> {
  const body = { ids: [...new Set(nameless)].sort() };
  const found = useQuery(
    $api.queryOptions('post', '/api/clinics/{slug}/conversations/names', { ...inClinic(slug), body }, {
      enabled: mayRead && body.ids.length > 0,
      placeholderData: keepPreviousData,
    }),
  );
  return new Map(found.data?.items.map(({ id, name }) => [id, name]));
}
