import type { QueryClient } from '@tanstack/react-query';
import type { Change, Topic } from '@/features/live/event-source';

/** The lists and figures that a change can alter, by the third part of their query key. */
const CONCERNED: Record<Topic, readonly string[]> = {
  'activity.changed': ['activities', 'activity', 'calls', 'feedback', 'overview', 'comms-stats', 'patient'],
  'appointment.changed': ['calendar', 'visit', 'appointments', 'overview', 'treatments', 'comms-stats', 'patients', 'patient'],
  'task.changed': ['tasks', 'alerts'],
  'lead.changed': ['leads', 'lead', 'lead-figures'],
  'temporary_lead.changed': ['temporary-leads'],
  // Anyone who writes STOP may not be contacted anymore: what the patient's record says of that changes too.
  'conversation.changed': ['conversations', 'conversation', 'patient'],
  'patient.changed': ['patients', 'patient'],
  'import.changed': ['imports', 'import', 'patients', 'overview', 'treatments'],
  // Prices, hours and recall rules stand behind figures and lists too.
  'settings.changed': ['settings', 'alerts', 'overview', 'treatments', 'patients', 'patient', 'appointments'],
};

/** Parts of which each key names one entry: news of its own kind concern the entry that they name alone. */
const SINGLE: Partial<Record<string, Topic>> = {
  activity: 'activity.changed',
  feedback: 'activity.changed',
  lead: 'lead.changed',
  conversation: 'conversation.changed',
  patient: 'patient.changed',
  import: 'import.changed',
};

/** Loads again what the changes concern, each part once, and of single entries only those that changed. Settles when it is here. */
export function refreshChanged(queries: QueryClient, slug: string, changes: readonly Change[]): Promise<void> {
  const concerns = (part: string, id: unknown) =>
    changes.some((change) => CONCERNED[change.topic].includes(part) && (SINGLE[part] !== change.topic || change.id === id));
  return queries.invalidateQueries({
    queryKey: ['clinic', slug],
    predicate: ({ queryKey: [, , part, id] }) => concerns(part as string, id),
  });
}

/** Loads again all that the page shows of a clinic. */
export function refreshAll(queries: QueryClient, slug: string): void {
  void queries.invalidateQueries({ queryKey: ['clinic', slug] });
}
