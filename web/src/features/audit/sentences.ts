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
  'number.assign': ['assigned a phone number', 'assign a phone number'],
  'number.retire': ['removed a phone number', 'remove a phone number'],
  'oncall.change': ['changed who is on call', 'change who is on call'],
  'alert.read': ['looked at urgent alerts', 'look at urgent alerts'],
  'alert.raise': ['raised an urgent alert', 'raise an urgent alert'],
  'alert.send': ['alerted somebody on call', 'alert somebody on call'],
  'alert.acknowledge': ['acknowledged an urgent alert', 'acknowledge an urgent alert'],
  'clinic.create': ['opened the practice', 'open the practice'],
  'factor.reset': ['took off a lost second factor', 'take off a lost second factor'],
  'patient.delete': ['took imported patients back', 'take imported patients back'],
  'patient.export': ['exported patients', 'export patients'],
  'patient_import.begin': ['sent a file of patients', 'send a file of patients'],
  'patient_import.start': ['imported patients from a file', 'import patients from a file'],
  'patient_import.undo': ['took an import back', 'take an import back'],
  'patient_import.drop': ['removed a file of patients', 'remove a file of patients'],
  'treatment.delete': ['took imported visits back', 'take imported visits back'],
  'patient.create': ['added patients', 'add patients'],
  'patient.read': ['read patient records', 'read patient records'],
  'patient.note': ['wrote a note about a patient', 'write a note about a patient'],
  'patient.edit': ['changed a patient’s record', 'change a patient’s record'],
  'patient.tag': ['changed a patient’s tags', 'change a patient’s tags'],
  'patient.archive': ['archived a patient', 'archive a patient'],
  'patient.restore': ['took a patient out of the archive', 'take a patient out of the archive'],
  'patient.confirm': ['confirmed a patient’s identity', 'confirm a patient’s identity'],
  'booking.verify': ['confirmed whose a booking is', 'confirm whose a booking is'],
  'contact_code.send': ['sent a one-time code', 'send a one-time code'],
  'contact_code.check': ['checked a one-time code', 'check a one-time code'],
  'patient.merge': ['merged two records', 'merge two records'],
  'patient.unmerge': ['undid a merge of two records', 'undo a merge of two records'],
  'patient.duplicates': ['looked for duplicate records', 'look for duplicate records'],
  'patient.tell_apart': ['said that two records are of two people', 'say that two records are of two people'],
  'patient.choices': ['opened the filters of the patients', 'open the filters of the patients'],
  'view.save': ['saved a view of a list', 'save a view of a list'],
  'view.delete': ['deleted a saved view', 'delete a saved view'],
  'patient.anonymize': ['anonymized a patient', 'anonymize a patient'],
  'treatment.create': ['recorded treatments', 'record treatments'],
  'treatment.read': ['read treatments', 'read treatments'],
  'activity.read': ['read the history', 'read the history'],
  'activity.import': ['imported history', 'import history'],
  'activity.judge': ['rated a call', 'rate a call'],
  'recording.play': ['played a recording', 'play a recording'],
  'transcript.read': ['read a transcript', 'read a transcript'],
  'thread.read': ['read messages', 'read messages'],
  'thread.write': ['wrote a message', 'write a message'],
  'thread.take_over': ['took over a conversation from Mia', 'take over a conversation from Mia'],
  'thread.hand_back': ['handed a conversation back to Mia', 'hand a conversation back to Mia'],
  'rating.ask': ['had Mia ask a patient for a rating', 'have Mia ask a patient for a rating'],
  'rating.note': ['kept a patient’s rating', 'keep a patient’s rating'],
  'outreach.create': ['had Mia call or write', 'have Mia call or write'],
  'outreach.cancel': ['stopped a call or message of Mia', 'stop a call or message of Mia'],
  'consent.suppress': ['recorded that somebody wants no messages', 'record that somebody wants no messages'],
  'consent.grant': ['recorded a consent', 'record a consent'],
  'consent.refuse': ['recorded what a patient does not want', 'record what a patient does not want'],
  'consent.lift': ['recorded that messages are welcome again', 'record that messages are welcome again'],
  'appointment.booked': ['booked a visit', 'book a visit'],
  'appointment.cancelled': ['cancelled a visit', 'cancel a visit'],
  'appointment.moved': ['moved a visit', 'move a visit'],
  'appointment.completed': ['noted that a patient came', 'note that a patient came'],
  'appointment.missed': ['noted that a patient did not come', 'note that a patient did not come'],
  'appointment.reopened': ['opened a visit again', 'open a visit again'],
  'block.create': ['blocked time', 'block time'],
  'block.delete': ['gave blocked time free', 'give blocked time free'],
  'calendar_feed.create': ['made a calendar link', 'make a calendar link'],
  'calendar_feed.revoke': ['revoked a calendar link', 'revoke a calendar link'],
  'appointment.create': ['booked an appointment', 'book an appointment'],
  'task.read': ['read the tasks', 'read the tasks'],
  'task.complete': ['completed a task', 'complete a task'],
  'lead.read': ['read leads', 'read leads'],
  'lead.write': ['wrote a lead', 'write a lead'],
  'lead.keep': ['kept a temporary lead', 'keep a temporary lead'],
  'lead.delete': ['discarded a temporary lead', 'discard a temporary lead'],
  'audit.read': ['read the activity log', 'read the activity log'],
  'audit.export': ['exported the activity log', 'export the activity log'],
  'support.open': ['let support in', 'let support in'],
  'support.request': ['was here for support', 'be here for support'],
  'support.end': ['ended support access', 'end support access'],
  'privacy.export': ['exported what is kept of a person', 'export what is kept of a person'],
  'privacy.delete': ['deleted what was kept of a person', 'delete what was kept of a person'],
  'privacy.opt_out': ['recorded an opt-out', 'record an opt-out'],
  'settings.change': ['changed the settings', 'change the settings'],
  'settings.add': ['added something to the settings', 'add something to the settings'],
  'settings.remove': ['removed something from the settings', 'remove something from the settings'],
  'settings.retire': ['retired something in the settings', 'retire something in the settings'],
  'settings.restore': ['offered something again in the settings', 'offer something again in the settings'],
  'settings.reset': ['reset a recall rule', 'reset a recall rule'],
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
