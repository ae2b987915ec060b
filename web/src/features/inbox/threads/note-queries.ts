import { useMutation } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api } from '@/api/client';
import { useReload } from './queries';

/** Leaves the team a note in a conversation. */
export function useAddNote(slug: string, id: string) {
  const reload = useReload(slug);
  return useMutation({
    mutationFn: (text: string) =>
      answer(api.POST('/api/clinics/{slug}/conversations/{conversation_id}/notes', { params: { path: { slug, conversation_id: id } }, body: { text } })),
    onSuccess: reload,
  });
}

/** Deletes a note of one's own. */
export function useDropNote(slug: string) {
  const reload = useReload(slug);
  return ({ id, conversation_id }: { id: string; conversation_id: string }) =>
    answer(
      api.DELETE('/api/clinics/{slug}/conversations/{conversation_id}/notes/{note_id}', {
        params: { path: { slug, conversation_id, note_id: id } },
      }),
    ).then(reload);
}
