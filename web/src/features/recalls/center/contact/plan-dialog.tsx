import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { ofClinic, PATIENT } from '@/api/keys';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { Dialog } from '@/ui/overlays/dialog';
import type { Patient, Planned } from '../queries';
import { MessageField } from './message-field';
import { changePlanned } from './outreach';
import { instantOf, WhenField, whenOf, type When } from './when-field';

export interface PlanDialogProps {
  slug: string;
  patient: Patient;
  /** As it was when editing began: what is written here outlives what happens to it meanwhile. Null while nothing is edited. */
  planned: Planned | null;
  timeZone: string;
  onClose: () => void;
}

/** Changes what a planned contact says and when it leaves. */
export function PlanDialog({ planned, onClose, ...rest }: PlanDialogProps) {
  const title = planned?.channel === 'call' ? 'Change the scheduled call' : 'Change the scheduled message';
  return (
    <Dialog open={planned !== null} onClose={onClose} title={title} className="sm:w-[34rem]">
      {planned && <Question planned={planned} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Question({ slug, patient, planned, timeZone, onClose }: PlanDialogProps & { planned: Planned }) {
  const say = useToast();
  const queries = useQueryClient();
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t reach the server. Nothing was changed. Please try again.'));
  const { usual } = planned;
  const [body, setBody] = useState(planned.words ?? usual?.body ?? '');
  const [when, setWhen] = useState<When | null>(whenOf(planned.at, timeZone));

  async function save() {
    const words = usual && body.trim() !== usual.body ? body.trim() : null;
    if (words === '') throw new Refused('Please write a message.');
    const at = instantOf(when, timeZone);
    if (when && !at) throw new Refused('Please choose a day and a time.');
    const { decision, undo_until: leaves } = await changePlanned(slug, planned.activity_id, words, at);
    if (decision.outcome === 'block') throw new Refused(`${decision.reason}. Nothing was changed.`);
    const moment = decision.until ?? at ?? leaves;
    const what = planned.channel === 'call' ? 'Call' : 'Message';
    say(`${what} to ${patient.full_name} changed${moment ? `; it leaves ${longTimestamp(moment, timeZone)}` : ''}.`);
    void queries.invalidateQueries(ofClinic(slug, ['activities/search', 'patients/standing']));
    void queries.invalidateQueries(ofClinic(slug, PATIENT, { patient_id: patient.id }));
    onClose();
  }

  return (
    <>
      <p className="mt-3 text-slate">To {patient.full_name}. Until it leaves, nobody has seen it.</p>
      {usual && <MessageField message={usual} writesBy={planned.channel} body={body} onChange={setBody} />}
      <WhenField when={when} onChange={setWhen} timeZone={timeZone} now={patient.now} />
      <Problem className="mt-4">{problem}</Problem>
      <div className="mt-8 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Leave as it is
        </Button>
        <Button busy={busy} onClick={() => void submit(save)}>
          Save changes
        </Button>
      </div>
    </>
  );
}
