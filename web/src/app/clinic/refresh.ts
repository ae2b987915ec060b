import type { QueryClient } from '@tanstack/react-query';
import type { Change, Topic } from '@/features/live/event-source';

/** The lists and figures that a change can alter, by the third part of their query key. */
const CONCERNED: Record<Topic, readonly string[]> = {
  'activity.changed': ['activities', 'activity', 'calls', 'feedback', 'overview', 'comms-stats'],
  'appointment.changed': ['appointments', 'overview', 'treatments', 'comms-stats', 'patients'],
  'task.changed': ['tasks'],
  'conversation.changed': ['conversations', 'conversation'],
  'patient.changed': ['patients', 'patient'],
};

/** Parts of which each key names one entry: only those that changed are loaded anew. */
const SINGLE = ['activity', 'conversation', 'patient'];

/** Loads anew what the changes concern, each part once, and of single entries only those that changed. */
export function refreshChanged(queries: QueryClient, slug: string, changes: readonly Change[]): void {
  const parts = new Set(changes.flatMap((change) => CONCERNED[change.topic]));
  const ids = new Set(changes.map((change) => change.id));
  void queries.invalidateQueries({
    queryKey: ['clinic', slug],
    predicate: ({ queryKey: [, , part, id] }) =>
      parts.has(part as string) && (!SINGLE.includes(part as string) || ids.has(id as string)),
  });
}

/** Loads anew all that the page shows of a clinic. */
export function refreshAll(queries: QueryClient, slug: string): void {
  void queries.invalidateQueries({ queryKey: ['clinic', slug] });
}
