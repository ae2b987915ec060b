import { Clock, Lock } from 'lucide-react';
import { longDate, longTimestamp } from '@/lib/time/clinic-time';
import type { Verdict } from '../queries';

/** Why it can't happen, or not now, and when it may; nothing where nothing stands in the way. */
export function whyNot(verdict: Verdict, nextVisit: string | null, timeZone: string): string | null {
  if (verdict.outcome === 'allow') return null;
  if (verdict.outcome === 'defer') {
    return `${verdict.reason}.${verdict.until ? ` May be contacted again from ${longTimestamp(verdict.until, timeZone)}.` : ''}`;
  }
  const visit = verdict.rule === 'booked_already' && nextVisit ? ` on ${longDate(nextVisit, timeZone)}` : '';
  return [`${verdict.reason}${visit}.`, verdict.remedy].filter(Boolean).join(' ');
}

export interface CautionProps {
  id?: string;
  verdict: Verdict;
  nextVisit: string | null;
  timeZone: string;
}

/** The same with a sign: a lock for what may not be, a clock for what has to wait. */
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
