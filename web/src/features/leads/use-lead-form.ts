import { faultsIn, reasonOr } from '@/api/answer';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { Faults } from './lead-fields';
import { useLeadsChanged, type LeadDetail } from './queries';

/** A form that writes a lead: what is under way, what was wrong with which field, and what was wrong altogether. */
export function useLeadForm(slug: string, onDone: (detail: LeadDetail) => void) {
  const attempt = useSubmit(reasonOr('Couldn’t save the lead. Please try again.'));
  const changed = useLeadsChanged(slug);

  async function submit(write: () => Promise<LeadDetail>) {
    await attempt.submit(async () => {
      const detail = await write();
      await changed(detail);
      onDone(detail);
    });
  }

  const faults: Faults = faultsIn(attempt.error);
  return { busy: attempt.busy, faults, problem: attempt.problem, submit };
}
