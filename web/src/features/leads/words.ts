import type { Lead, LeadEvent, LostReason, Stage } from './queries';

/** The stages in the order of the board. */
export const STAGES: readonly Stage[] = ['new', 'contacted', 'consult_booked', 'won', 'lost'];

export const STAGE_NAMES: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  consult_booked: 'Consult booked',
  won: 'Won',
  lost: 'Lost',
};

export const LOST_REASONS: Record<LostReason, string> = {
  price: 'Too expensive',
  timing: 'Not the right time',
  elsewhere: 'Went somewhere else',
  no_answer: 'No answer',
  not_suitable: 'Treatment not suitable',
  other: 'Another reason',
};

const SOURCES: Record<string, string> = {
  web_form: 'Web form',
  quick_capture: 'Quick capture',
  staff: 'Entered by staff',
  web_call: 'Website call',
  web_chat: 'Website chat',
  phone: 'Phone call',
  sms: 'Text message',
  email: 'Email',
  demo_booking: 'Demo booking',
};

/** Where a lead came from; a source of which no words are known is read as it is written. */
export function sourceName(source: string): string {
  const words = source.replaceAll('_', ' ');
  return SOURCES[source] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export function nameOf(lead: Pick<Lead, 'name' | 'phone'>): string {
  return lead.name ?? lead.phone ?? 'Unknown';
}

const SECONDS = { minute: 60, hour: 3_600, day: 86_400 };

/** A length of time as it is said in a figure: `38 s`, `4 min`, `2.5 h`, `3 days`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * SECONDS.minute) return `${Math.round(seconds / SECONDS.minute)} min`;
  if (seconds < 2 * SECONDS.day) return `${Math.round((seconds / SECONDS.hour) * 10) / 10} h`;
  return `${Math.round(seconds / SECONDS.day)} days`;
}

const DONE: Record<string, string> = {
  captured: 'Received',
  asked_again: 'Inquired again',
  edited: 'Changed',
  follow_up_planned: 'Mia is about to respond',
  follow_up_deferred: 'Mia’s response is waiting',
  follow_up_blocked: 'Mia did not respond',
  follow_up_failed: 'Mia’s response was not delivered',
  texted: 'Mia sent the first text',
  called: 'Mia called',
  replied: 'The lead replied',
  declined: 'Opted out',
};

/** A line of the timeline in words. */
export function eventWords(event: LeadEvent): string {
  const after = event.stage_after && STAGE_NAMES[event.stage_after];
  const what = event.kind === 'stage' && after ? `Moved to ${after}` : (DONE[event.kind] ?? event.kind);
  const by = event.by ?? (event.kind === 'stage' && event.actor === 'mia' ? 'Mia' : null);
  return by ? `${what} by ${by}` : what;
}

/** How Mia's answer stands, for the card; null when there is nothing to know. */
export function followUpWords(lead: Lead): { words: string; tone: 'mia' | 'warn' | 'bad' } | null {
  const answer = lead.follow_up;
  if (!answer || lead.stage !== 'new') return null;
  if (answer.state === 'blocked') return { words: answer.reason ?? 'No consent to text or call', tone: 'warn' };
  if (answer.state === 'failed') return { words: 'Mia couldn’t reach them', tone: 'bad' };
  if (answer.state === 'scheduled' && answer.reason) return { words: answer.reason, tone: 'warn' };
  if (answer.state === 'scheduled' || answer.state === 'sending') return { words: 'Mia is responding', tone: 'mia' };
  return null;
}
