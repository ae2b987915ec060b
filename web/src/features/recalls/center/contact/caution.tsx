import { Clock, Lock } from 'lucide-react';
import type { Verdict } from '../queries';
import { whyNot } from './verdict';

export interface CautionProps {
  id?: string;
  verdict: Verdict;
  nextVisit: string | null;
  timeZone: string;
}

/** Why someone can't be contacted, or not now, with a sign: a lock for what may not be, a clock for what has to wait. */
export function Caution({ id, verdict, nextVisit, timeZone }: CautionProps) {
  const why = whyNot(verdict, nextVisit, timeZone);
  if (why === null) return null;
  const [Sign, word] = verdict.outcome === 'block' ? [Lock, 'Not available: '] : [Clock, 'Not now: '];
  return (
    <p id={id} className="flex gap-2 text-sm text-slate">
      <Sign aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {word}
        {why}
      </span>
    </p>
  );
}
