import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api } from '@/api/client';
import { ofClinic, PATIENT } from '@/api/keys';
import { inClinic } from '@/api/queries';
import type { BulkItem, OutreachAnswer, OutreachKind } from '../queries';

/** What is asked for: `words` in place of the usual ones, `at` a later moment. */
export interface OutreachWish {
  patient: string;
  kind: OutreachKind;
  key: string;
  words: string | null;
  at: string | null;
}

/** Asks for a contact, once for each key; what became of it is in the answer, also when it was blocked. */
export function useOutreach(slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ patient, kind, key, words, at }: OutreachWish) =>
      answer(
        api.POST('/api/clinics/{slug}/outreach', {
          ...inClinic(slug),
          body: { patient_id: patient, kind, idempotency_key: key, words, at },
        }),
      ),
    onSuccess: (_, { patient }) => {
      // The live stream tells it too; who asked should not have to wait for it.
      void queries.invalidateQueries(ofClinic(slug, ['activities/search', 'patients/standing']));
      void queries.invalidateQueries(ofClinic(slug, PATIENT, { patient_id: patient }));
    },
  });
}

/** Changes what a contact says and when it leaves that has not left yet; null for Mia's words, and for as soon as it may. */
export function changePlanned(slug: string, activity: string, words: string | null, at: string | null): Promise<OutreachAnswer> {
  return answer(
    api.PUT('/api/clinics/{slug}/outreach/{activity_id}', {
      params: { path: { slug, activity_id: activity } },
      body: { words, at },
    }),
  );
}

/** Takes a contact back that has not left yet. */
export function cancelOutreach(slug: string, activity: string): Promise<unknown> {
  return answer(
    api.POST('/api/clinics/{slug}/outreach/{activity_id}/cancel', {
      params: { path: { slug, activity_id: activity } },
    }),
  );
}

/** Has Mia write to several, each checked alone; null for her words, and for now. The same key does it once. */
export async function messageSeveral(
  slug: string,
  ids: readonly string[],
  key: string,
  words: string | null,
  at: string | null,
): Promise<BulkItem[]> {
  const { items } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach', {
      ...inClinic(slug),
      body: { patient_ids: [...ids], idempotency_key: key, words, at },
    }),
  );
  return items;
}

/** Takes back what has not left; gives back how many had. */
export async function takeBackSeveral(slug: string, activities: readonly string[]): Promise<number> {
  const { left } = await answer(
    api.POST('/api/clinics/{slug}/patients/outreach/cancel', {
      ...inClinic(slug),
      body: { activity_ids: [...activities] },
    }),
  );
  return left.length;
}
