import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { Link } from 'react-router';
import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { useToast } from '@/ui/feedback/toast';
import { alertInWords, alertsQuery, useAcknowledge } from './alerts';

export interface AlertBannerProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may take it. */
  mayTake: boolean;
}

/** Stands over every page of a clinic while an urgent task waits for someone. */
export function AlertBanner({ slug, timeZone, mayTake }: AlertBannerProps) {
  const { data } = useQuery(alertsQuery(slug));
  const say = useToast();
  const take = useAcknowledge(slug, (refusal) => say(reasonOf(refusal, 'Couldn’t acknowledge the alert.')));
  const waiting = data?.items.filter(({ state }) => state !== 'acknowledged') ?? [];
  return (
    <div role="alert" className="empty:hidden">
      {waiting.map((alert) => (
        <div key={alert.id} className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2 bg-bad-wash px-5 py-2 text-bad">
          <p className="flex min-w-0 items-start gap-2 font-medium">
            <Siren aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span>
              A caller may need help. <span className="font-normal">{alertInWords(alert, timeZone)}</span>
            </span>
          </p>
          <span className="flex flex-wrap items-center gap-2">
            <Link
              to={`/dashboard/${slug}/tasks?task=${alert.task_id}`}
              className="inline-flex min-h-11 items-center px-2 font-semibold underline underline-offset-4"
            >
              Open task
            </Link>
            {mayTake && (
              <Button variant="danger" busy={take.isPending} onClick={() => take.mutate(alert.id)}>
                Acknowledge
              </Button>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
