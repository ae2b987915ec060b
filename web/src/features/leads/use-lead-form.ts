import { useState } from 'react';
import { faultsIn, reasonOf } from '@/api/answer';
import type { Faults } from './lead-fields';
import { useLeadsChanged, type LeadDetail } from './queries';

/** A form that writes a lead: what is under way, what was wrong with which field, and what was wrong altogether. */
export function useLeadForm(slug: string, onDone: (detail: LeadDetail) => void) {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string>();
  const changed = useLeadsChanged(slug);

  async function submit(write: () => Promise<LeadDetail>) {
    setBusy(true);
    setFaults({});
    setProblem(undefined);
    try {
      const detail = await write();
      await changed(detail);
      onDone(detail);
    } catch (error) {
      setFaults(faultsIn(error));
      setProblem(reasonOf(error, 'Couldn’t save the lead. Please try again.'));
    }
    setBusy(false);
  }

  return { busy, faults, problem, submit };
}
