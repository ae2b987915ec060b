import { longTimestamp } from '@/lib/time/clinic-time';
import type { LeadEvent } from './queries';
import { eventWords } from './words';

/** What happened to a lead, the latest first. */
export function Timeline({ events, timeZone }: { events: readonly LeadEvent[]; timeZone: string }) {
  return (
    <section aria-labelledby="lead-timeline" className="mt-8">
      <h3 id="lead-timeline" className="font-display text-xl font-medium">
        Timeline
      </h3>
      <ol className="mt-3 border-l border-celadon-deep">
        {events.toReversed().map((event, index) => (
          <li key={`${event.at} ${event.kind} ${index}`} className="relative py-2.5 pl-5">
            <span aria-hidden="true" className="absolute top-4.5 -left-[0.3125rem] size-2.5 rounded-full bg-petrol" />
            <p>{eventWords(event)}</p>
            {event.reason && <p className="text-[0.9375rem] text-slate">{event.reason}</p>}
            <p className="text-sm text-slate tabular-nums">
              <time dateTime={event.at}>{longTimestamp(event.at, timeZone)}</time>
              {event.until && ` · until ${longTimestamp(event.until, timeZone)}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
