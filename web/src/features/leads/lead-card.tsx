import { CalendarClock, UserRound } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { timeAgo, shortWeekdayAndDate } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { LeadLink } from './lead-link';
import type { Lead } from './queries';
import { followUpWords, LOST_REASONS, sourceName } from './words';

export interface LeadCardProps {
  lead: Lead;
  /** The practice's day, which says what is overdue. */
  today: string;
  timeZone: string;
  fresh: boolean;
  /** Undefined for those who may only look. */
  moving?: { onDrag: (lead: Lead | null) => void; onStep: (lead: Lead, by: 1 | -1) => void; hintId: string } | undefined;
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** One lead on the board. With Shift and an arrow key it goes to the stage beside. */
export function LeadCard({ lead, today, timeZone, fresh, moving }: LeadCardProps) {
  const answer = followUpWords(lead);
  const step = (event: KeyboardEvent) => {
    const by = event.shiftKey ? STEPS[event.key] : undefined;
    if (!by || !moving) return;
    event.preventDefault();
    moving.onStep(lead, by);
  };
  return (
    // Keys arrive here from the link inside, which is what holds the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      draggable={moving !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', lead.id);
        moving?.onDrag(lead);
      }}
      onDragEnd={() => moving?.onDrag(null)}
      onKeyDown={step}
      className={classNames(
        'row-link relative grid gap-1 rounded-xl border border-line bg-paper px-3 py-2 in-data-[density=comfortable]:gap-2 in-data-[density=comfortable]:py-3.5 transition-shadow hover:shadow-lift',
        moving && 'cursor-grab active:cursor-grabbing',
        fresh && 'fresh-row',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <LeadLink lead={lead} describedBy={moving?.hintId ?? ''} />
        <span className="text-sm whitespace-nowrap text-slate tabular-nums">{timeAgo(lead.created_at, timeZone)}</span>
      </div>
      <p className="text-sm text-slate">
        {sourceName(lead.source)}
        {lead.interest && ` · ${lead.interest}`}
      </p>
      {answer && (
        <p>
          <Badge tone={answer.tone}>
            <span className="whitespace-normal">{answer.words}</span>
          </Badge>
        </p>
      )}
      {lead.lost_reason && <p className="text-sm">{LOST_REASONS[lead.lost_reason]}</p>}
      <NextStep lead={lead} today={today} />
      <p className="flex items-center gap-1.5 text-sm text-slate">
        <UserRound aria-hidden="true" className="size-4" />
        <span className="sr-only">Owner: </span>
        {lead.owner?.name ?? 'Unassigned'}
      </p>
    </li>
  );
}

function NextStep({ lead, today }: Pick<LeadCardProps, 'lead' | 'today'>) {
  if (!lead.next_step && !lead.next_step_on) return null;
  const overdue = lead.next_step_on !== null && lead.next_step_on < today;
  const when = lead.next_step_on === today ? 'Today' : lead.next_step_on && shortWeekdayAndDate(lead.next_step_on);
  return (
    <p className={classNames('flex items-start gap-1.5 text-sm', overdue ? 'text-bad' : 'text-ink')}>
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="sr-only">Next step: </span>
        {[lead.next_step, when && (overdue ? `${when}, overdue` : when)].filter(Boolean).join(' · ')}
      </span>
    </p>
  );
}
