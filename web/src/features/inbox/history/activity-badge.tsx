import { Badge, type BadgeTone } from '@/ui/badge';
import type { Activity } from './queries';

/** Sent and rebooked green, scheduled yellow, failed and no answer red (spec §2); what patients began beside them. */
export const STATUS_TONES: Record<Activity['status'], BadgeTone> = {
  Rebooked: 'good',
  Booked: 'good',
  Sent: 'good',
  Scheduled: 'warn',
  Failed: 'bad',
  'No Answer': 'bad',
  Answered: 'info',
  'In progress': 'mia',
};

/** The status of a contact. While Mia is speaking it carries her line. */
export function ActivityBadge({ status }: { status: Activity['status'] }) {
  return (
    <Badge tone={STATUS_TONES[status]}>
      {status === 'In progress' && (
        <svg viewBox="0 0 16 12" aria-hidden="true" className="speaking h-3 w-4 fill-none stroke-current" strokeWidth="2">
          <path d="M2 4.5v3M6 1v10M10 3.5v5M14 4.5v3" strokeLinecap="round" />
        </svg>
      )}
      {status}
    </Badge>
  );
}

/** Marks what is made up for the demo practice: quietly, since there it stands in nearly every row. */
export function SampleMark() {
  return <span className="text-sm whitespace-nowrap text-slate italic">sample</span>;
}
