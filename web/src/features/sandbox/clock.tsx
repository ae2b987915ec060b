import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { reasonOf } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { TextField } from '@/ui/fields/text-field';
import { asField, daysLater, HERE, nextHour } from './phone-time';
import { clockQuery, useSetClock } from './queries';

/** The development clock: what time it is for every part of the product. */
export function Clock() {
  const { data: clock } = useQuery(clockQuery);
  const set = useSetClock();
  const [typed, setTyped] = useState<string>();
  if (!clock) return null;
  const jumps: [string, string | null][] = [
    ['Next 10 AM', nextHour(clock.now, 10)],
    ['Next 10 PM', nextHour(clock.now, 22)],
    ['30 days on', daysLater(clock.now, 30)],
    ['Real time', null],
  ];

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = new Date(typed ?? '');
    if (Number.isNaN(wanted.getTime())) return;
    set.mutate({ body: { now: wanted.toISOString() } }, { onSuccess: () => setTyped(undefined) });
  }

  return (
    <Section title="Clock" note={`Mia’s current time, in your browser’s time zone (${HERE})`}>
      <div className="grid gap-5 border-t border-line px-5 py-5 sm:px-6">
        <p className="flex flex-wrap items-center gap-3 text-lg tabular-nums" data-testid="product-time">
          {longTimestamp(clock.now, HERE)}
          <Badge tone={clock.moved ? 'warn' : 'plain'}>{clock.moved ? 'Custom' : 'Real time'}</Badge>
        </p>
        <div className="flex flex-wrap gap-2">
          {jumps.map(([label, to]) => (
            <Button key={label} variant="secondary" disabled={set.isPending} onClick={() => set.mutate({ body: { now: to } })}>
              {label}
            </Button>
          ))}
        </div>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <TextField
            label="Another time"
            type="datetime-local"
            value={typed ?? asField(clock.now)}
            onChange={(event) => setTyped(event.target.value)}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="secondary" busy={set.isPending} className="min-h-12">
            Set
          </Button>
        </form>
        <Problem>{set.isError ? reasonOf(set.error, 'Couldn’t set the clock.') : undefined}</Problem>
      </div>
    </Section>
  );
}
