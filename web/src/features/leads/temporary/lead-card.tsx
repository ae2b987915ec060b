import { Globe, Hourglass, Pencil, Trash2 } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { clockTime } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { minutesSeconds, msLeft } from './countdown';
import type { Keep, TemporaryLead } from './queries';

export interface LeadActions {
  keep: (lead: TemporaryLead, as: Keep) => void;
  edit: (lead: TemporaryLead) => void;
  discard: (lead: TemporaryLead) => void;
}

export interface LeadCardProps {
  lead: TemporaryLead;
  /** The server's instant. */
  now: number;
  timeZone: string;
  fresh: boolean;
  /** True while the lead is being kept. */
  busy: boolean;
  /** What the reader may do; nothing for those who only read. */
  actions: LeadActions | undefined;
}

/** One lead: who, how to reach them, what they asked about, and how long it stays. */
export function LeadCard({ lead, now, timeZone, fresh, busy, actions }: LeadCardProps) {
  const left = msLeft(lead.expires_at, now);
  const expired = left <= 0;
  return (
    <li
      className={classNames(
        'grid gap-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6',
        fresh && 'fresh-row',
        expired && 'bg-mist text-slate',
      )}
      data-expired={expired || undefined}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-lg font-semibold break-words">{lead.name}</h3>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-slate">
            <span>{clockTime(lead.created_at, timeZone)}</span>
            <Source lead={lead} />
          </p>
        </div>
        {expired ? <Badge>Expired</Badge> : <Countdown left={left} />}
      </div>
      <Contact lead={lead} />
      {lead.treatment_interest && <p className="text-[0.9375rem] font-medium">{lead.treatment_interest}</p>}
      {lead.message && <p className="text-[0.9375rem] break-words whitespace-pre-line text-slate">{lead.message}</p>}
      {actions && !expired && <Actions lead={lead} busy={busy} actions={actions} />}
    </li>
  );
}

function Source({ lead }: { lead: TemporaryLead }) {
  return (
    <>
      <span aria-hidden="true">·</span>
      <span className="inline-flex items-center gap-1">
        {lead.source === 'web_form' && <Globe aria-hidden="true" className="size-3.5" />}
        {lead.source === 'web_form' ? 'Web form' : 'Quick capture'}
      </span>
      {lead.in_pipeline && <Badge tone="mia">Mia follows up</Badge>}
    </>
  );
}

function Countdown({ left }: { left: number }) {
  return (
    <Badge tone={left < 5 * 60_000 ? 'warn' : 'good'}>
      <Hourglass aria-hidden="true" className="size-3.5" />
      <span className="sr-only">Expires in </span>
      <span role="timer" className="tabular-nums">
        {minutesSeconds(left)}
      </span>
    </Badge>
  );
}

function Contact({ lead: { phone, email } }: { lead: TemporaryLead }) {
  if (!phone && !email) return null;
  const link = 'inline-flex min-h-11 items-center break-all text-petrol underline decoration-1 underline-offset-4 hover:decoration-2';
  return (
    <p className="-my-2 flex flex-wrap gap-x-5 font-medium">
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={link}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      )}
    </p>
  );
}

const KEEPS: [as: Keep, words: string][] = [
  ['patient', 'Save as patient'],
  ['pipeline', 'Save to pipeline'],
];

function Actions({ lead, busy, actions }: { lead: TemporaryLead; busy: boolean; actions: LeadActions }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {KEEPS.map(([as, words]) => (
        <Button
          key={as}
          variant="secondary"
          busy={busy}
          className="max-sm:flex-1 max-sm:px-3"
          aria-label={`${words}: ${lead.name}`}
          onClick={() => actions.keep(lead, as)}
        >
          {words}
        </Button>
      ))}
      <span className="flex gap-1 sm:ml-auto">
        <IconButton label={`Edit ${lead.name}`} title="Edit" onClick={() => actions.edit(lead)}>
          <Pencil aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={`Discard ${lead.name}`} title="Discard" onClick={() => actions.discard(lead)}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
    </div>
  );
}
