import type { Channel, ConsentBody, MessageClass } from './queries';

export const CHANNELS: readonly { value: Channel; label: string }[] = [
  { value: 'sms', label: 'Text' },
  { value: 'email', label: 'Email' },
  { value: 'call', label: 'Phone' },
  { value: 'ai_voice', label: 'AI voice' },
];

export const KINDS: readonly { value: MessageClass; label: string; short: string }[] = [
  { value: 'reminder', label: 'About booked appointments', short: 'Appointments' },
  { value: 'recall', label: 'Recall reminders', short: 'Recalls' },
  { value: 'promo', label: 'Offers', short: 'Offers' },
];

export const SOURCES: readonly { value: ConsentBody['source']; label: string }[] = [
  { value: 'paper', label: 'Signed on paper' },
  { value: 'form', label: 'Web form' },
  { value: 'in_person', label: 'Said in person' },
  { value: 'phone', label: 'Said on the phone' },
  { value: 'message', label: 'In a message' },
];

/** Why a patient is opted out, by the server's word for it. */
export const STOPS: Record<string, string> = {
  stop: 'The patient texted STOP. Texting START opts back in.',
  staff: 'The patient told the practice.',
  privacy_request: 'The patient asked for their data to be deleted.',
  wrong_number: 'This number belongs to someone else.',
};
