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
import { cancelOutreach, useOutreach, type OutreachAnswer, type OutreachKind, type Patient, type Verdict } from './queries';

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
    <Dialog open={kind !== null} onClose={onClose} title={kind ? TITLES[kind] : ''}>
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

  async function confirm() {
    const answer = await outreach.mutateAsync({ patient: patient.id, kind, key });
    if (answer.decision.outcome === 'block') {
      throw new Refused(`${answer.decision.reason}. Nothing was sent. The attempt is in the history.`);
    }
    tell(kind, answer);
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
      <Ruling verdict={verdict} kind={kind} writesBy={patient.writes_by} timeZone={timeZone} />
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
  block: ['Not allowed', 'bad'],
};

interface RulingProps {
  verdict: Verdict;
  kind: OutreachKind;
  writesBy: Patient['writes_by'];
  timeZone: string;
}

/** What the send decision says, in its own words. */
function Ruling({ verdict, kind, writesBy, timeZone }: RulingProps) {
  const [word, tone] = RULINGS[verdict.outcome];
  return (
    <div className="mt-5 rounded-xl border border-line p-4">
      <Badge tone={tone}>{word}</Badge>
      <p className="mt-2 text-[0.9375rem]">{verdict.reason}.</p>
      {verdict.outcome === 'defer' && verdict.until && (
        <p className="mt-1 text-[0.9375rem] text-slate">
          {kind === 'call' ? 'Mia will call on ' : 'It will be sent on '}
          {longTimestamp(verdict.until, timeZone)}, your practice&rsquo;s time.
        </p>
      )}
      {verdict.outcome === 'allow' && kind === 'message' && (
        <p className="mt-1 text-[0.9375rem] text-slate">
          Sends {writesBy === 'sms' ? 'by text' : 'by email'}. You can undo for 5 seconds.
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

  return (kind: OutreachKind, { activity_id: activity, decision, undo_until: undoable }: OutreachAnswer) => {
    if (decision.outcome === 'defer') {
      const when = decision.until ? ` for ${longTimestamp(decision.until, timeZone)}` : '';
      say(`${kind === 'call' ? 'Call' : 'Message'} to ${name} scheduled${when}.`);
    } else if (kind === 'message' && undoable) {
      say(`Sending message to ${name}...`, { label: 'Undo', run: () => void undo(activity) });
    } else {
      say(kind === 'call' ? `Mia is calling ${name}.` : `Message to ${name} sent.`);
    }
  };
}
