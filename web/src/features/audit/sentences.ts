/** Each action of the trail in two forms: `… signed in`, `… tried to sign in`. */
const ACTIONS: Record<string, readonly [done: string, tried: string]> = {
  'session.create': ['signed in', 'sign in'],
  'session.end': ['signed out', 'sign out'],
  'session.revoke': ['signed a device out', 'sign a device out'],
  'session.revoke_all': ['signed out everywhere', 'sign out everywhere'],
  'session.second_factor': ['gave the second factor', 'give the second factor'],
  'session.confirm': ['gave the password again', 'give the password again'],
  'session.refresh': ['stayed signed in as a program', 'stay signed in as a program'],
  'session.token_reuse': ['used a token that was used before', 'use a token that was used before'],
  'token.create': ['made an API token', 'make an API token'],
  'token.revoke': ['revoked an API token', 'revoke an API token'],
  'token.use': ['used an API token', 'use an API token'],
  'totp.enrol': ['set up an authenticator app', 'set up an authenticator app'],
  'totp.remove': ['turned off the authenticator app', 'turn off the authenticator app'],
  'passkey.enrol': ['added a passkey', 'add a passkey'],
  'passkey.remove': ['removed a passkey', 'remove a passkey'],
  'recovery_codes.create': ['made new recovery codes', 'make new recovery codes'],
  'second_factor.require': ['required a second factor of everybody', 'require a second factor of everybody'],
  'second_factor.waive': ['stopped requiring a second factor', 'stop requiring a second factor'],
  'clinic.open': ['opened the clinic', 'open the clinic'],
  'password.change': ['changed their password', 'change their password'],
  'password.reset': ['was sent a reset link', 'be sent a reset link'],
  'invite.create': ['invited somebody', 'invite somebody'],
  'invite.resend': ['sent an invite again', 'send an invite again'],
  'invite.revoke': ['revoked an invite', 'revoke an invite'],
  'invite.accept': ['accepted an invite', 'accept an invite'],
  'member.create': ['became the first owner', 'become the first owner'],
  'member.role': ['gave a member another role', 'give a member another role'],
  'member.disable': ['disabled a member', 'disable a member'],
  'member.enable': ['let a member in again', 'let a member in again'],
  'member.remove': ['removed a member', 'remove a member'],
  'clinic.create': ['opened the practice', 'open the practice'],
  'factor.reset': ['took off a lost second factor', 'take off a lost second factor'],
  'patient.create': ['added patients', 'add patients'],
  'patient.read': ['read patient records', 'read patient records'],
  'patient.note': ['wrote a note about a patient', 'write a note about a patient'],
  'patient.anonymize': ['anonymized a patient', 'anonymize a patient'],
  'treatment.create': ['recorded treatments', 'record treatments'],
  'treatment.read': ['read treatments', 'read treatments'],
  'activity.read': ['read the history', 'read the history'],
  'activity.import': ['imported history', 'import history'],
  'activity.judge': ['rated a call', 'rate a call'],
  'transcript.read': ['read a transcript', 'read a transcript'],
  'thread.read': ['read messages', 'read messages'],
  'thread.write': ['wrote a message', 'write a message'],
  'thread.take_over': ['took over a conversation from Mia', 'take over a conversation from Mia'],
  'thread.hand_back': ['handed a conversation back to Mia', 'hand a conversation back to Mia'],
  'outreach.create': ['had Mia call or write', 'have Mia call or write'],
  'outreach.cancel': ['stopped a call or message of Mia', 'stop a call or message of Mia'],
  'consent.suppress': ['recorded that somebody wants no messages', 'record that somebody wants no messages'],
  'consent.lift': ['recorded that messages are welcome again', 'record that messages are welcome again'],
  'appointment.create': ['booked an appointment', 'book an appointment'],
  'task.read': ['read the tasks', 'read the tasks'],
  'task.complete': ['completed a task', 'complete a task'],
  'lead.write': ['wrote a lead', 'write a lead'],
  'audit.read': ['read the activity log', 'read the activity log'],
  'audit.export': ['exported the activity log', 'export the activity log'],
  'support.open': ['let support in', 'let support in'],
  'support.request': ['was here for support', 'be here for support'],
  'support.end': ['ended support access', 'end support access'],
  'privacy.export': ['exported what is kept of a person', 'export what is kept of a person'],
  'privacy.delete': ['deleted what was kept of a person', 'delete what was kept of a person'],
  'privacy.opt_out': ['recorded an opt-out', 'record an opt-out'],
  'visitor.purge': ['removed what visitors had said', 'remove what visitors had said'],
};

/** Outcomes with which nothing was done. */
const NOT_DONE: Record<string, string> = { denied: 'Refused', throttled: 'Too many tries', factor_due: 'Second factor due' };

/** What the server calls those whom it does not know, as the beginning of a sentence. */
const ACTORS: Record<string, string> = { 'Not signed in': 'Somebody' };

/** An entry in words: `Riley Santos tried to open the clinic`. */
export function sentenceOf({ actor, action, outcome }: { actor: string; action: string; outcome: string }): string {
  const [done, tried] = ACTIONS[action] ?? wordsOf(action);
  return `${ACTORS[actor] ?? actor} ${outcome in NOT_DONE ? `tried to ${tried}` : done}`;
}

/** An outcome as a word beside the sentence; that all went well needs none. */
export function outcomeMark(outcome: string): { words: string; tone: 'bad' | 'plain' } | null {
  if (outcome === 'ok') return null;
  const refusal = NOT_DONE[outcome];
  return refusal ? { words: refusal, tone: 'bad' } : { words: outcome.replaceAll('_', ' '), tone: 'plain' };
}

/** An action as a choice in a list: `Sign in`. */
export function actionLabel(action: string): string {
  const [, tried] = ACTIONS[action] ?? wordsOf(action);
  return tried.charAt(0).toUpperCase() + tried.slice(1);
}

/** For actions that this page does not know yet: `run.start` as `start run`. */
function wordsOf(action: string): [string, string] {
  const [thing = '', verb = ''] = action.replaceAll('_', ' ').split('.');
  const words = `${verb} ${thing}`.trim();
  return [`did: ${words}`, words];
}
