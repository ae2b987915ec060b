import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, ApiError } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';
import { NO_CLINIC_FOR_USER, NO_CLINIC_ID } from './words';

export type TemporaryLead = Schemas['TemporaryLeadOut'];
export type TemporaryLeads = Schemas['TemporaryLeadsOut'];
export type LeadDetails = Schemas['LeadDetailsIn'];

/** What a lead agreed to. */
export type Agreed = Schemas['KeepIn'];

const NOTHING_AGREED: Agreed = { agrees_to_texts: false, agrees_to_ai_calls: false };

/** Where a temporary lead can be kept. */
export type Keep = 'patient' | 'pipeline';

/** What was captured within the last half hour, and today's count; refused for someone without a clinic. */
export const temporaryLeadsQuery = (slug: string | undefined) => {
  const query = $api.queryOptions('get', '/api/clinics/{slug}/temporary-leads', inClinic(slug ?? ''));
  return slug === undefined ? { ...query, queryFn: () => Promise.reject(new ApiError(404, NO_CLINIC_FOR_USER)) } : query;
};

/** Where the clinic's public form is. */
export const leadFormQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/lead-form', inClinic(slug));

/** Captures a lead that staff typed in. Needs a clinic. */
export async function captureLead(slug: string | undefined, body: LeadDetails): Promise<TemporaryLead> {
  if (slug === undefined) throw new ApiError(400, NO_CLINIC_ID);
  return answer(
    api.POST('/api/clinics/{slug}/temporary-leads', {
      ...inClinic(slug),
      body: { ...body, source: 'quick_capture' },
    }),
  );
}

export async function changeLead(slug: string, id: string, body: LeadDetails): Promise<TemporaryLead> {
  return answer(
    api.PUT('/api/clinics/{slug}/temporary-leads/{temporary_lead_id}', { params: pathOf(slug, id), body }),
  );
}

export async function discardLead(slug: string, id: string): Promise<void> {
  await answer(api.DELETE('/api/clinics/{slug}/temporary-leads/{temporary_lead_id}', { params: pathOf(slug, id) }));
}

/** Keeps a lead; it leaves the temporary ones. */
export function useKeepLead(slug: string) {
  const queries = useQueryClient();
  const { queryKey } = temporaryLeadsQuery(slug);
  return useMutation({
    mutationFn: async ({ id, as, agreed }: { id: string; as: Keep; agreed?: Agreed | undefined }) => {
      const params = pathOf(slug, id);
      if (as === 'patient') {
        return answer(api.POST('/api/clinics/{slug}/temporary-leads/{temporary_lead_id}/patient', { params }));
      }
      return answer(api.POST('/api/clinics/{slug}/temporary-leads/{temporary_lead_id}/pipeline', { params, body: agreed ?? NOTHING_AGREED }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Asks for the list again after a change of one's own. */
export function useLeadsChanged(slug: string | undefined) {
  const queries = useQueryClient();
  const { queryKey } = temporaryLeadsQuery(slug);
  return () => queries.invalidateQueries({ queryKey });
}

const pathOf = (slug: string, id: string) => ({ path: { slug, temporary_lead_id: id } });
