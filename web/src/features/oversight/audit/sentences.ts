import { whole } from '@/lib/figures';
import type { Entry } from './queries';

/** Each action of the audit log in two forms: `… signed in`, `… tried to sign in`. */
const ACTIONS: Record<string, readonly [done: string, tried: string]> = {
  'session.create': ['signed in', 'sign in'],
  'session.end': ['signed out', 'sign out'],
  'session.revoke': ['signed a device out', 'sign a device out'],
  'session.revoke_all': ['signed out everywhere', 'sign out everywhere'],
  'session.second_factor': ['passed the second factor', 'pass the second factor'],
  'session.confirm': ['confirmed their password', 'confirm their password'],
  'session.refresh': ['renewed a program’s sign-in', 'renew a program’s sign-in'],
  'session.token_reuse': ['reused an old token', 'reuse an old token'],
  'token.create': ['created an API token', 'create an API token'],
  'token.revoke': ['revoked an API token', 'revoke an API token'],
  'token.use': ['used an API token', 'use an API token'],
  'totp.enrol': ['set up an authenticator app', 'set up an authenticator app'],
  'totp.remove': ['turned off the authenticator app', 'turn off the authenticator app'],
  'passkey.enrol': ['added a passkey', 'add a passkey'],
  'passkey.remove': ['removed a passkey', 'remove a passkey'],
  'recovery_codes.create': ['created new recovery codes', 'create new recovery codes'],
  'second_factor.require': ['required a second factor for everyone', 'require a second factor for everyone'],
  'second_factor.waive': ['stopped requiring a second factor', 'stop requiring a second factor'],
  'clinic.open': ['opened the clinic', 'open the clinic'],
  'password.change': ['changed their password', 'change their password'],
  'password.reset': ['was sent a reset link', 'be sent a reset link'],
  'invite.create': ['invited someone', 'invite someone'],
  'invite.resend': ['resent an invite', 'resend an invite'],
  'invite.revoke': ['revoked an invite', 'revoke an invite'],
  'invite.accept': ['accepted an invite', 'accept an invite'],
  'member.create': ['became the first owner', 'become the first owner'],
  'member.role': ['changed a member’s role', 'change a member’s role'],
  'member.disable': ['disabled a member', 'disable a member'],
  'member.enable': ['re-enabled a member', 're-enable a member'],
  'member.remove': ['removed a member', 'remove a member'],
  'number.assign': ['assigned a phone number', 'assign a phone number'],
  'number.retire': ['removed a phone number', 'remove a phone number'],
  'oncall.change': ['changed the on-call list', 'change the on-call list'],
  'alert.read': ['viewed urgent alerts', 'view urgent alerts'],
  'alert.raise': ['raised an urgent alert', 'raise an urgent alert'],
  'alert.send': ['alerted an on-call contact', 'alert an on-call contact'],
  'alert.acknowledge': ['acknowledged an urgent alert', 'acknowledge an urgent alert'],
  'clinic.create': ['created the practice', 'create the practice'],
  'factor.reset': ['removed a lost second factor', 'remove a lost second factor'],
  'patient.delete': ['undid a patient import', 'undo a patient import'],
  'patient.export': ['exported patients', 'export patients'],
  'patient_import.begin': ['uploaded a patient file', 'upload a patient file'],
  'patient_import.start': ['imported patients from a file', 'import patients from a file'],
  'patient_import.export_rows': ['downloaded rows of a patient file', 'download rows of a patient file'],
  'consent.take_back': ['took back imported consent', 'take back imported consent'],
  'patient_import.undo': ['undid an import', 'undo an import'],
  'patient_import.drop': ['deleted a patient file', 'delete a patient file'],
  'treatment.delete': ['undid imported visits', 'undo imported visits'],
  'patient.create': ['added patients', 'add patients'],
  'patient.read': ['viewed patient records', 'view patient records'],
  'patient.note': ['wrote a note about a patient', 'write a note about a patient'],
  'patient.edit': ['changed a patient’s record', 'change a patient’s record'],
  'patient.tag': ['changed a patient’s tags', 'change a patient’s tags'],
  'patient.archive': ['archived a patient', 'archive a patient'],
  'patient.restore': ['restored a patient', 'restore a patient'],
  'patient.confirm': ['confirmed a patient’s identity', 'confirm a patient’s identity'],
  'patient.identify': ['identified themselves to Mia', 'identify themselves to Mia'],
  'booking.verify': ['confirmed whose booking it is', 'confirm whose booking it is'],
  'contact_code.send': ['sent a one-time code', 'send a one-time code'],
  'contact_code.check': ['checked a one-time code', 'check a one-time code'],
  'patient.merge': ['merged two records', 'merge two records'],
  'patient.unmerge': ['undid a merge of two records', 'undo a merge of two records'],
  'patient.duplicates': ['looked for duplicate records', 'look for duplicate records'],
  'patient.tell_apart': ['marked two records as not duplicates', 'mark two records as not duplicates'],
  'patient.names': ['saw patients’ names in the activity log', 'see patients’ names in the activity log'],
  'patient.standing': ['checked whether patients may be contacted', 'check whether patients may be contacted'],
  'patient.choices': ['opened the patient filters', 'open the patient filters'],
  'view.save': ['saved a view', 'save a view'],
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
  'thread.assign': ['assigned a conversation', 'assign a conversation'],
  'thread.hand_back': ['handed a conversation back to Mia', 'hand a conversation back to Mia'],
  'note.write': ['left a note in a conversation', 'leave a note in a conversation'],
  'note.delete': ['deleted a note in a conversation', 'delete a note in a conversation'],
  'reply.add': ['added a saved reply', 'add a saved reply'],
  'reply.change': ['changed a saved reply', 'change a saved reply'],
  'reply.delete': ['deleted a saved reply', 'delete a saved reply'],
  'rating.ask': ['had Mia request a rating', 'have Mia request a rating'],
  'rating.note': ['saved a patient’s rating', 'save a patient’s rating'],
  'outreach.create': ['had Mia call or message', 'have Mia call or message'],
  'outreach.cancel': ['canceled a call or message from Mia', 'cancel a call or message from Mia'],
  'outreach.change': ['changed a scheduled call or message', 'change a scheduled call or message'],
  'outreach.preview': ['looked at a message before it was sent', 'look at a message before it was sent'],
  'consent.suppress': ['recorded an opt-out', 'record an opt-out'],
  'consent.grant': ['recorded a consent', 'record a consent'],
  'consent.refuse': ['recorded a refusal', 'record a refusal'],
  'consent.lift': ['recorded an opt-in', 'record an opt-in'],
  'appointment.booked': ['booked an appointment', 'book an appointment'],
  'appointment.cancelled': ['canceled an appointment', 'cancel an appointment'],
  'appointment.moved': ['moved an appointment', 'move an appointment'],
  'appointment.completed': ['marked an appointment completed', 'mark an appointment completed'],
  'appointment.missed': ['marked a no-show', 'mark a no-show'],
  'appointment.reopened': ['reopened an appointment', 'reopen an appointment'],
  'appointment.expected': ['took back a confirmation', 'take back a confirmation'],
  'appointment.confirmed': ['confirmed an appointment', 'confirm an appointment'],
  'appointment.arrived': ['checked a patient in', 'check a patient in'],
  'appointment.note': ['wrote a note on an appointment', 'write a note on an appointment'],
  'appointment.changed': ['changed an appointment', 'change an appointment'],
  'appointment.link': ['copied a reschedule link', 'copy a reschedule link'],
  'appointment.read': ['opened an appointment', 'open an appointment'],
  'waiting_list.join': ['put someone on the waiting list', 'put someone on the waiting list'],
  'waiting_list.leave': ['took someone off the waiting list', 'take someone off the waiting list'],
  'waiting_list.offer': ['offered someone on the waiting list a time', 'offer someone on the waiting list a time'],
  'waiting_list.rejoin': ['put someone back on the waiting list', 'put someone back on the waiting list'],
  'waiting_list.read': ['read the waiting list', 'read the waiting list'],
  'block.create': ['blocked time', 'block time'],
  'block.delete': ['unblocked time', 'unblock time'],
  'calendar_feed.create': ['created a calendar link', 'create a calendar link'],
  'calendar_feed.revoke': ['revoked a calendar link', 'revoke a calendar link'],
  'appointment.create': ['booked an appointment', 'book an appointment'],
  'task.read': ['viewed tasks', 'view tasks'],
  'task.complete': ['completed a task', 'complete a task'],
  'task.change': ['assigned or scheduled a task', 'assign or schedule a task'],
  'task.reopen': ['reopened a task', 'reopen a task'],
  'lead.read': ['viewed leads', 'view leads'],
  'lead.write': ['edited a lead', 'edit a lead'],
  'lead.keep': ['saved a temporary lead', 'save a temporary lead'],
  'lead.delete': ['discarded a temporary lead', 'discard a temporary lead'],
  'audit.read': ['read the activity log', 'read the activity log'],
  'audit.export': ['exported the activity log', 'export the activity log'],
  'support.open': ['let support in', 'let support in'],
  'support.request': ['accessed the practice for support', 'access the practice for support'],
  'support.write': ['wrote to support', 'write to support'],
  'support.end': ['ended support access', 'end support access'],
  'privacy.export': ['exported a person’s data', 'export a person’s data'],
  'privacy.delete': ['deleted a person’s data', 'delete a person’s data'],
  'privacy.delete_again': ['deleted a person’s data again after a restore', 'delete a person’s data again after a restore'],
  'privacy.opt_out': ['recorded an opt-out', 'record an opt-out'],
  'question.read': ['read the questions Mia couldn’t answer', 'read the questions Mia couldn’t answer'],
  'question.answer': ['answered a question for Mia', 'answer a question for Mia'],
  'question.dismiss': ['dismissed a question Mia couldn’t answer', 'dismiss a question Mia couldn’t answer'],
  'mia.try': ['tried Mia out', 'try Mia out'],
  'settings.change': ['changed the settings', 'change the settings'],
  'settings.add': ['added something to the settings', 'add something to the settings'],
  'settings.remove': ['removed something from the settings', 'remove something from the settings'],
  'settings.retire': ['retired something in the settings', 'retire something in the settings'],
  'settings.restore': ['restored something in the settings', 'restore something in the settings'],
  'settings.reset': ['reset a recall rule', 'reset a recall rule'],
  'visitor.purge': ['deleted visitors’ conversations', 'delete visitors’ conversations'],
};

/** The same about one patient or member whose name is known; `%` is the name. */
const ABOUT: Record<string, readonly [done: string, tried: string]> = {
  'patient.read': ['opened %’s record', 'open %’s record'],
  'patient.create': ['added %', 'add %'],
  'patient.note': ['wrote a note about %', 'write a note about %'],
  'patient.edit': ['changed %’s record', 'change %’s record'],
  'patient.tag': ['changed %’s tags', 'change %’s tags'],
  'patient.archive': ['archived %', 'archive %'],
  'patient.restore': ['restored %', 'restore %'],
  'patient.confirm': ['confirmed %’s identity', 'confirm %’s identity'],
  'appointment.read': ['opened %’s appointment', 'open %’s appointment'],
  'appointment.create': ['booked an appointment for %', 'book an appointment for %'],
  'appointment.booked': ['booked an appointment for %', 'book an appointment for %'],
  'appointment.cancelled': ['canceled %’s appointment', 'cancel %’s appointment'],
  'appointment.moved': ['moved %’s appointment', 'move %’s appointment'],
  'appointment.completed': ['marked %’s appointment completed', 'mark %’s appointment completed'],
  'appointment.missed': ['marked % as a no-show', 'mark % as a no-show'],
  'appointment.reopened': ['reopened %’s appointment', 'reopen %’s appointment'],
  'member.role': ['changed %’s role', 'change %’s role'],
  'member.disable': ['disabled %', 'disable %'],
  'member.enable': ['re-enabled %', 're-enable %'],
  'member.remove': ['removed %', 'remove %'],
  'factor.reset': ['removed %’s lost second factor', 'remove %’s lost second factor'],
};

/** Outcomes with which nothing was done. */
const NOT_DONE: Record<string, string> = { denied: 'Denied', throttled: 'Too many attempts', factor_due: 'Second factor required' };

/** What the server calls those whom it does not know, as the beginning of a sentence. */
const ACTORS: Record<string, string> = { 'Not signed in': 'Someone' };

/** Ids that stand in no address: they tell a reader nothing, and are in the export. */
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** What is needed of an entry to say it. */
export type Said = Pick<Entry, 'actor' | 'action' | 'outcome' | 'object_type' | 'object_id' | 'objects'>;

/**
 * An entry in words: `Dana Cole opened Ava Lopez’s record`. What the sentence cannot hold stands beside it: the name
 * or the id of another thing, or how many there were.
 */
export function sayEntry(entry: Said, names: ReadonlyMap<string, string>): { sentence: string; about: string | null } {
  const { action, object_id: id, objects } = entry;
  const name = id === null ? undefined : names.get(id);
  const about = ABOUT[action];
  if (name && about) return { sentence: sentenceOf(entry, [about[0].replace('%', name), about[1].replace('%', name)]), about: null };
  const several = objects > 1 ? `${whole(objects)} records` : null;
  return { sentence: sentenceOf(entry), about: name ?? (id && !UUID.test(id) ? id : several) };
}

function sentenceOf({ actor, action, outcome }: Said, [done, tried] = ACTIONS[action] ?? wordsOf(action)): string {
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
