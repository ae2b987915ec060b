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
