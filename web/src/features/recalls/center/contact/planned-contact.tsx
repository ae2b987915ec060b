import { useQueryClient } from '@tanstack/react-query';
import { reasonOr } from '@/api/answer';
import { ofClinic } from '@/api/keys';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { Patient } from '../queries';
import { cancelOutreach } from './outreach';

export interface PlannedContactProps {
  slug: string;
  patient: Patient;
  planned: NonNullable<Patient['planned']>;
  timeZone: string;
}

/** What is planned for a patient and has not left, with a way to take it back. */
export function PlannedContact({ slug, patient, planned, timeZone }: PlannedContactProps) {
  const say = useToast();
  const queries = useQueryClient();
  const { busy, submit } = useSubmit(reasonOr('Couldn’t cancel. Please try again.'), say);
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
      {planned.words && <p className="text-[0.9375rem] whitespace-pre-line text-slate">{planned.words}</p>}
      <Button variant="secondary" busy={busy} onClick={() => void submit(cancel)} className="justify-self-start">
        Cancel the {what}
      </Button>
    </section>
  );
}
