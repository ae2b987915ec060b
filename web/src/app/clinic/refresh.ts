import type { QueryClient } from '@tanstack/react-query';
import { ofClinic, PATIENT, PATIENTS, placeOf, type Part } from '@/api/keys';
import type { Change, Topic } from '@/features/shell/live/event-source';

const FIGURES = ['overview', 'treatments/recent'] as const;
const ACTIVITY = ['activities/{activity_id}', 'activities/{activity_id}/feedback'] as const;
const VISITS = ['calendar', 'waiting-list', 'appointments', 'appointments/{appointment_id}'] as const;
const SETTINGS = ['settings', 'settings/setup', 'settings/service-templates', 'settings/plan', 'settings/numbers'] as const;
const BESIDE_SETTINGS = ['settings/questions', 'on-call', 'lead-form', 'website-widget', 'consent-texts'] as const;

/** It holds all that was said with a person: a change of any of their conversations, or a call, is news of it. */
const CONVERSATION = 'conversations/{conversation_id}';

/** The parts of a clinic that a change can alter. */
const CONCERNED: Record<Topic, readonly Part[]> = {
  'activity.changed': ['activities/search', ...ACTIVITY, 'calls/search', 'settings/eval-cases', 'overview', 'comms-stats', CONVERSATION, ...PATIENT],
  'appointment.changed': [...VISITS, ...FIGURES, 'comms-stats', ...PATIENTS, ...PATIENT],
  'task.changed': ['tasks', 'tasks/counts', 'tasks/{task_id}', 'alerts'],
  'lead.changed': ['leads', 'leads/{lead_id}', 'leads/figures'],
  'temporary_lead.changed': ['temporary-leads'],
  // Anyone who writes STOP may not be contacted anymore: what the patient's record says of that changes too.
  'conversation.changed': ['conversations/search', 'conversations/counts', CONVERSATION, ...PATIENT],
  'patient.changed': [...PATIENTS, ...PATIENT],
  'import.changed': ['patient-imports', 'patient-imports/{import_id}', ...PATIENTS, ...FIGURES],
  // Prices, hours and recall rules stand behind figures and lists too.
  'settings.changed': [...SETTINGS, ...BESIDE_SETTINGS, 'alerts', ...FIGURES, ...PATIENTS, ...PATIENT, 'appointments'],
};

/** How paths name the one entry that a change is of: what names another is not loaded again. */
const ENTRY: Partial<Record<Topic, string>> = {
  'activity.changed': 'activity_id',
  'task.changed': 'task_id',
  'lead.changed': 'lead_id',
  'patient.changed': 'patient_id',
  'import.changed': 'import_id',
};

/** Loads again what the changes concern, each part once, and of single entries only those that changed. Settles when it is here. */
export function refreshChanged(queries: QueryClient, slug: string, changes: readonly Change[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: (query) =>
      changes.some(({ topic, id }) => {
        const entry = placeOf(query.queryKey).names[ENTRY[topic] ?? ''];
        return (entry === undefined || entry === id) && ofClinic(slug, CONCERNED[topic]).predicate(query);
      }),
  });
}

/** Loads again all that the page shows of a clinic. */
export function refreshAll(queries: QueryClient, slug: string): void {
  void queries.invalidateQueries(ofClinic(slug));
}
