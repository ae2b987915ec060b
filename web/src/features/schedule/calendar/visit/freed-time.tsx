import { useQuery } from '@tanstack/react-query';
import { Button } from '@/ui/buttons/button';
import { waitingQuery, type CalendarData, type Visit, type Waiting } from '../queries';
import { fittingFreed, wishOf } from '../waiting/fits';

/** As many as are shown at once; the waiting list has them all. */
const MOST = 3;

export interface FreedTimeProps {
  slug: string;
  data: CalendarData;
  /** A visit that was canceled, and whose time is still to come. */
  visit: Visit;
  onOffer: (one: Waiting) => void;
}

/** Who waits and would come at the time that a cancellation freed: each is offered it with one press. */
export function FreedTime({ slug, data, visit, onOffer }: FreedTimeProps) {
  const waiting = useQuery(waitingQuery(slug)).data?.items ?? [];
  const fitting = fittingFreed(waiting, visit, data).filter(({ phone }) => phone);
  if (fitting.length === 0) return null;
  return (
    <section aria-label="Offer this time" className="border-t border-line pt-5">
      <h3 className="font-semibold">Offer this time</h3>
      <p className="text-[0.9375rem] text-slate">
        {fitting.length === 1 ? 'Someone on the waiting list would come then.' : `${fitting.length} on the waiting list would come then.`}
      </p>
      <ul className="mt-2 grid gap-3">
        {fitting.slice(0, MOST).map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="min-w-0 leading-snug">
              <span className="block font-medium">{one.name}</span>
              <span className="block text-[0.9375rem] text-slate">
                {one.service} · {wishOf(one)}
              </span>
            </p>
            <Button variant="secondary" aria-label={`Offer it to ${one.name}`} onClick={() => onOffer(one)}>
              Offer it
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
