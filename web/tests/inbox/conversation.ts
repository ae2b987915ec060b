import type { ConversationDetail } from '@/features/inbox/threads/queries';

type Message = ConversationDetail['messages'][number];

export const SIGNATURE = { my: 'Riley Santos', practice: 'Downtown Medspa' };

export const TEXT: Message = {
  id: 'txt_1',
  from: 'patient',
  text: 'Is Sofia in today?',
  at: '2026-11-24T14:00:00Z',
  status: 'received',
  channel: 'sms',
};

export const EMAIL: Message = { ...TEXT, id: 'txt_2', from: 'staff', text: 'Yes.', at: '2026-11-24T16:00:00Z', status: 'sent', channel: 'email' };

export const CALL: ConversationDetail['contacts'][number] = {
  id: 'act_1',
  patient_name: 'Ana Ruiz',
  action_type: 'Call',
  status: 'Answered',
  timestamp: '2026-11-24T15:00:00Z',
  outcome: 'Asked about Botox',
  channel: 'phone',
  sample: false,
  has_transcript: true,
  value_cents: null,
};

export const NOTE: ConversationDetail['notes'][number] = {
  id: 'nte_1',
  conversation_id: 'thr_1',
  author_id: 'usr_2',
  text: 'Prefers Sofia',
  at: '2026-11-24T15:30:00Z',
  mine: false,
};

export const LISTED = {
  id: 'thr_1',
  patient_id: 'pat_1',
  name: 'Ana Ruiz',
  phone: '(305) 555-0142',
  channel: 'sms' as const,
  mode: 'mia' as const,
  opted_out: false,
  waiting: false,
  unread: false,
  assignee_id: null as string | null,
  last_at: TEXT.at,
  last_message: TEXT,
};

const WAY = { mode: 'mia' as const, opted_out: false, allowed: true, reason: 'Allowed now', until: null };

/** A conversation with one patient by text and by email, with a call between. */
export function conversation(values: Partial<ConversationDetail> = {}): ConversationDetail {
  return {
    ...LISTED,
    messages: [TEXT, EMAIL],
    contacts: [CALL],
    notes: [],
    ways: [
      { ...WAY, id: 'thr_1', channel: 'sms', address: '(305) 555-0142' },
      { ...WAY, id: 'thr_2', channel: 'email', address: 'ana@mail.example' },
    ],
    ...values,
  };
}
