import { useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { ofClinic } from '@/api/keys';
import { $api, inClinic } from '@/api/queries';

export type SavedReply = Schemas['SavedReplyOut'];

/** The practice's saved replies, by title. */
export const repliesQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/saved-replies', inClinic(slug), { select: ({ items }) => items });

/** Saves, changes and deletes replies; the list is loaded again. */
export function useReplies(slug: string) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries(ofClinic(slug, ['saved-replies']));
  const one = (reply_id: string) => ({ params: { path: { slug, reply_id } } });
  return {
    save: (id: string | undefined, body: Schemas['SavedReplyIn']) =>
      answer(
        id
          ? api.PUT('/api/clinics/{slug}/saved-replies/{reply_id}', { ...one(id), body })
          : api.POST('/api/clinics/{slug}/saved-replies', { ...inClinic(slug), body }),
      ).then(reload),
    drop: (id: string) => answer(api.DELETE('/api/clinics/{slug}/saved-replies/{reply_id}', one(id))).then(reload),
  };
}
