import { useState } from 'react';
import { reasonOf, reasonOr } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { newKey } from '@/lib/new-key';
import { readablePhone } from '@/lib/phone';
import { Badge, type BadgeTone } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import type { OutreachAnswer, OutreachKind, Patient, Verdict } from '../queries';
import { cancelOutreach, useOutreach } from './outreach';
import { MessageField } from './message-field';
import { whyNot } from './verdict';
import { instantOf, WhenField, type When } from './when-field';

export interface OutreachDialogProps {
  slug: string;
  patient: Patient;
  /** What is asked about; null while nothing is. */
  kind: OutreachKind | null;
  timeZone: string;
  onClose: () => void;
}

const TITLES: Record<OutreachKind, string> = { call: 'Confirm AI Call', message: 'Confirm Follow-Up Message' };

/** Asks before Mia calls or writes, and says what the rules make of it. */
export function OutreachDialog({ kind, onClose, ...rest }: OutreachDialogProps) {
  return (
    <Dialog open={kind !== null} onClose={onClose} title={kind ? TITLES[kind] : ''} className={kind === 'message' ? 'sm:w-[34rem]' : ''}>
      {kind && <Question kind={kind} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

interface QuestionProps extends OutreachDialogProps {
  kind: OutreachKind;
}

function Question({ slug, patient, kind, timeZone, onClose }: QuestionProps) {
  // One key for this question: a double press or a second try is the same intent to the server.
  const [key] = useState(newKey);
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t reach the server. Press Yes again: it won’t be sent twice.'));
  const outreach = useOutreach(slug);
  const tell = useOutcome(slug, patient, timeZone);
  const verdict = kind === 'call' ? patient.can_call : patient.can_message;
  const [body, setBody] = useState(patient.message.body);
  const [when, setWhen] = useState<When | null>(null);

  async function confirm() {
    const own = kind === 'message' && body.trim() !== patient.message.body ? body.trim() : null;
    if (own === '') throw new Refused('Please write a message.');
    const at = instantOf(when, timeZone);
    if (when && !at) throw new Refused('Please choose a day and a time.');
    const answer = await outreach.mutateAsync({ patient: patient.id, kind, key, words: own, at });
    if (answer.decision.outcome === 'block') {
      throw new Refused(`${answer.decision.reason}. Nothing was sent. The attempt is in the history.`);
    }
    tell(kind, answer, at);
    onClose();
  }

  return (
    <>
      <p className="mt-3 text-slate">
        {kind === 'call'
          ? `Are you sure you want to send an outbound call to ${patient.full_name}?`
          : `Are you sure you want to send a follow-up message to ${patient.full_name}?`}
      </p>
      {patient.phone && <p className="mt-1 tabular-nums">{readablePhone(patient.phone)}</p>}
      {kind === 'message' && (
        <MessageField message={patient.message} writesBy={patient.writes_by} body={body} onChange={setBody} />
      )}
      <WhenField when={when} onChange={setWhen} timeZone={timeZone} now={patient.now} />
      {when === null && <Ruling patient={patient} verdict={verdict} kind={kind} timeZone={timeZone} />}
      <Problem className="mt-4">{problem}</Problem>
      <div className="mt-8 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} disabled={verdict.outcome === 'block'} onClick={() => void submit(confirm)}>
          Yes
        </Button>
      </div>
    </>
  );
}

const RULINGS: Record<Verdict['outcome'], [string, BadgeTone]> = {
  allow: ['Allowed now', 'good'],
  defer: ['Allowed later', 'warn'],
  block: ['Not allowed', 'warn'],
};

interface RulingProps {
  patient: Patient;
  verdict: Verdict;
  kind: OutreachKind;
  timeZone: string;
}

/** What the send decision says, in its own words. */
function Ruling({ patient, verdict, kind, timeZone }: RulingProps) {
  const [word, tone] = RULINGS[verdict.outcome];
  return (
    <div className="mt-5 rounded-xl border border-line p-4">
      <Badge tone={tone}>{word}</Badge>
      <p className="mt-2 text-[0.9375rem]">
        {verdict.outcome === 'block' ? whyNot(verdict, patient.next_visit, timeZone) : `${verdict.reason}.`}
      </p>
      {verdict.outcome === 'defer' && verdict.until && (
        <p className="mt-1 text-[0.9375rem] text-slate">
          {kind === 'call' ? 'Mia will call on ' : 'It will be sent on '}
          {longTimestamp(verdict.until, timeZone)}, your practice&rsquo;s time.
        </p>
      )}
      {verdict.outcome === 'allow' && kind === 'message' && (
        <p className="mt-1 text-[0.9375rem] text-slate">
          Sends {patient.writes_by === 'sms' ? 'by text' : 'by email'}. You can undo for 10 seconds.
        </p>
      )}
    </div>
  );
}

/** Says what became of it, with a way to take a message back while it waits. */
function useOutcome(slug: string, patient: Patient, timeZone: string) {
  const say = useToast();
  const name = patient.full_name;

  async function undo(activity: string) {
    try {
      await cancelOutreach(slug, activity);
      say(`Message to ${name} canceled.`);
    } catch (error) {
      say(reasonOf(error, `Couldn’t cancel the message to ${name}.`));
    }
  }

  return (kind: OutreachKind, { activity_id: activity, decision, undo_until: undoable }: OutreachAnswer, at: string | null) => {
    if (decision.outcome === 'defer' || at !== null) {
      const moment = decision.until ?? at;
      const when = moment ? ` for ${longTimestamp(moment, timeZone)}` : '';
      say(`${kind === 'call' ? 'Call' : 'Message'} to ${name} scheduled${when}.`);
    } else if (kind === 'message' && undoable) {
      say(`Sending message to ${name}...`, { label: 'Undo', run: () => void undo(activity) });
    } else {
      say(kind === 'call' ? `Mia is calling ${name}.` : `Message to ${name} sent.`);
    }
  };
}
