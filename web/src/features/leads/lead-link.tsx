import { Link, useSearchParams } from 'react-router';
import type { Lead } from './queries';
import { nameOf } from './words';

/** The parameter that names the open lead. */
export const LEAD_PARAM = 'lead';

/** A link over the whole card that opens a lead; it can be copied and opened in another tab like any link. */
export function LeadLink({ lead, describedBy }: { lead: Lead; describedBy: string }) {
  const [params] = useSearchParams();
  const target = new URLSearchParams(params);
  target.set(LEAD_PARAM, lead.id);
  return (
    <Link
      to={{ search: target.toString() }}
      preventScrollReset
      draggable={false}
      aria-describedby={describedBy}
      data-lead={lead.id}
      className="font-semibold break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-xl focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-petrol"
    >
      {nameOf(lead)}
    </Link>
  );
}
