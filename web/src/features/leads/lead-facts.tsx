import type { ReactNode } from 'react';
import { longTimestamp, weekdayAndDate } from '@/lib/time/clinic-time';
import type { LeadDetail } from './queries';
import { duration, followUpWords, LOST_REASONS, sourceName, STAGE_NAMES } from './words';

/** Who a lead is, what they want, and where they stand; `staged` when their stage is shown above. */
export function LeadFacts({ detail, staged }: { detail: LeadDetail; staged: boolean }) {
  const { lead, consult, timezone } = detail;
  const answer = followUpWords(lead);
  const facts: [string, ReactNode][] = [
    ['Stage', !staged && STAGE_NAMES[lead.stage]],
    ['Lost reason', lead.lost_reason && LOST_REASONS[lead.lost_reason]],
    ['Phone', lead.phone],
    ['Email', lead.email],
    ['Interested in', lead.interest],
    ['Message', detail.message ?? detail.intent],
    ['Preferred times', detail.preferred],
    ['Source', sourceName(lead.source)],
    ['Owner', lead.owner?.name ?? 'Unassigned'],
    ['Next step', nextStep(detail)],
    ['Mia', answer && <Waits words={answer.words} detail={detail} />],
    ['Consult', consult && `${consult.spoken} with ${consult.provider}${consult.status === 'booked' ? '' : ` (${words(consult.status)})`}`],
    ['Received', longTimestamp(lead.created_at, timezone)],
    ['First response', firstAnswer(detail)],
  ];
  return (
    <dl className="mt-6 grid grid-cols-[7.5rem_1fr] gap-x-4 gap-y-3">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-[0.9375rem] text-slate">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Waits({ words, detail: { lead, timezone } }: { words: string; detail: LeadDetail }) {
  const waits = lead.follow_up?.state === 'scheduled' && lead.follow_up.reason !== null;
  return (
    <>
      {words}
      {waits && `. She replies ${longTimestamp(lead.follow_up?.due_at ?? '', timezone)}`}
    </>
  );
}

function nextStep({ lead }: LeadDetail): string {
  return [lead.next_step, lead.next_step_on && weekdayAndDate(lead.next_step_on)].filter(Boolean).join(' · ');
}

/** How long someone who waited was without an answer. */
function firstAnswer({ lead }: LeadDetail): string | null {
  if (!lead.captured_at || !lead.answered_at) return null;
  return `After ${duration(Math.max(0, (Date.parse(lead.answered_at) - Date.parse(lead.captured_at)) / 1_000))}`;
}

function words(status: string): string {
  return status.replaceAll('_', ' ');
}
