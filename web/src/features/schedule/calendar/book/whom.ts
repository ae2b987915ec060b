import { queryOptions } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api } from '@/api/client';

/** What is known of someone who is to be booked, and may be no patient yet. */
export interface Known {
  name: string;
  phone: string | null;
  email?: string | null;
}

/** Who is to be booked, as far as another page knows: a patient by their id, or what is known of someone else. */
export interface Whom {
  patientId: string | null;
  known: Known;
}

const FINDERS: Record<string, (slug: string, id: string) => Promise<Whom>> = { led: ofLead, thr: ofConversation, act: ofCaller, tsk: ofTask };

/** Who is booked when an address names a lead, a conversation, a call or a task. */
export const whomQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['whom', slug, id],
    queryFn: () => FINDERS[id.slice(0, 3)]?.(slug, id) ?? Promise.reject(new Error('No one is meant')),
    // A form begins with what is known then, and keeps it while it is filled in.
    gcTime: 0,
    staleTime: Infinity,
  });

async function ofLead(slug: string, id: string): Promise<Whom> {
  const { lead, patient_id } = await answer(api.GET('/api/clinics/{slug}/leads/{lead_id}', { params: { path: { slug, lead_id: id } } }));
  return { patientId: patient_id, known: { name: lead.name ?? '', phone: lead.phone, email: lead.email } };
}

async function ofConversation(slug: string, id: string): Promise<Whom> {
  const params = { path: { slug, conversation_id: id } };
  const { lead, address } = await answer(api.GET('/api/clinics/{slug}/conversations/{conversation_id}/person', { params }));
  const [phone, email] = address.includes('@') ? [null, address] : [address, null];
  return { patientId: null, known: { name: lead?.name ?? '', phone: lead?.phone ?? phone, email: lead?.email ?? email } };
}

async function ofCaller(slug: string, id: string): Promise<Whom> {
  const params = { path: { slug, activity_id: id } };
  const { patient_id, name, phone, email } = await answer(api.GET('/api/clinics/{slug}/activities/{activity_id}/person', { params }));
  return { patientId: patient_id, known: { name: name ?? '', phone, email } };
}

async function ofTask(slug: string, id: string): Promise<Whom> {
  const { task } = await answer(api.GET('/api/clinics/{slug}/tasks/{task_id}', { params: { path: { slug, task_id: id } } }));
  if (!task.patient_id && task.lead_id) return ofLead(slug, task.lead_id);
  return { patientId: task.patient_id, known: { name: task.patient_name ?? '', phone: task.phone } };
}
