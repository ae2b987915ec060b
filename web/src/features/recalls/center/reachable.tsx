import { Clock, Lock } from 'lucide-react';
import { shortDate } from '@/lib/time/clinic-time';
import { whyNot } from './contact/verdict';
import type { Standing } from './queries';

/** A sign on the row of someone whom Mia may not contact, or not now; nothing on the others. */
export function Reachable({ standing, timeZone }: { standing: Standing | undefined; timeZone: string }) {
  if (!standing) return null;
  const { can_message: message, can_call: call, next_visit: nextVisit } = standing;
  const verdict = message.outcome === 'block' && call.outcome !== 'block' ? call : message;
  const why = whyNot(verdict, nextVisit, timeZone);
  if (why === null) return null;
  const [Sign, word] = verdict.outcome === 'block' ? [Lock, 'Can’t be contacted'] : [Clock, 'Not now'];
  return (
    <span title={why} className="flex items-center gap-1.5 text-sm whitespace-normal text-slate">
      <Sign aria-hidden="true" className="size-3.5 shrink-0" />
      {word}
      {verdict.until && `, from ${shortDate(verdict.until, timeZone)}`}
      <span className="sr-only">: {why}</span>
    </span>
  );
}
