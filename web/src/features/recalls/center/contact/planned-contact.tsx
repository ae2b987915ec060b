import { useQueryClient } from '@tanstack/react-query';
import { reasonOr } from '@/api/answer';
import { ofClinic } from '@/api/keys';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { Patient, Planned } from '../queries';
import { cancelOutreach } from './outreach';

export interface PlannedContactProps {
  slug: string;
  patient: Patient;
  planned: Planned;
  timeZone: string;
  /** Opens it to be changed. */
  onEdit: () => void;
}

/** What is planned for a patient and has not left, with ways to change it and to take it back. */
export function PlannedContact({ slug, patient, planned, timeZone, onEdit }: PlannedContactProps) {
  const say = useToast();
  const queries = useQueryClient();
  const { busy, submit } = useSubmit(reasonOr('Couldn’t cancel. Please try again.'), say);
  const words = planned.words ?? planned.usual?.body;
  const what = planned.channel === 'call' ? 'call' : 'message';

  async function cancel() {
    await cancelOutreach(slug, planned.activity_id);
    say(`${what === 'call' ? 'Call' : 'Message'} to ${patient.full_name} canceled.`);
    void queries.invalidateQueries(
      ofClinic(slug, ['activities/search', 'patients/standing', 'patients/{patient_id}']),
    );
  }

  return (
    <section aria-label="Scheduled contact" className="grid gap-2 rounded-xl border border-line p-4">
      <p className="font-medium">
        {what === 'call' ? 'Call' : 'Message'} scheduled for{' '}
        <time dateTime={planned.at}>{longTimestamp(planned.at, timeZone)}</time>
      </p>
      {words && <p className="text-[0.9375rem] whitespace-pre-line text-slate">{words}</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onEdit}>
          Edit
        </Button>
        <Button variant="secondary" busy={busy} onClick={() => void submit(cancel)}>
          Cancel the {what}
        </Button>
      </div>
    </section>
  );
}
