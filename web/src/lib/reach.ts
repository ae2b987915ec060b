/** The form in which a person is booked: a patient, or by what knows of them (a lead, a conversation, a call, a task);
 * without either it asks who it is. Only ids stand in addresses. */
export const bookAddress = (slug: string, whom: string | null): string => `/dashboard/${slug}/calendar?book=${whom ?? 'new'}`;

/** What a phone dials. */
export const callAddress = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Where a patient or a lead is written to: in the conversation with them, which begins there if there is none. */
export const writeAddress = (slug: string, whom: string, by: 'sms' | 'email'): string => `/dashboard/${slug}/messages?to=${whom}&by=${by}`;
