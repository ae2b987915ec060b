import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { explain, reasonOr } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { SelectField } from '@/ui/fields/select-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { rejoinWaitingList, takeOffWaitingList, waitingQuery, type Waiting } from '../queries';
import { grouped, wishOf, type Shown } from './fits';

export interface WaitingListProps {
  slug: string;
  timeZone: string;
  shown: Shown;
  onBook: (one: Waiting) => void;
  /** Writes to someone of a free time; absent for who may not write to patients. */
  onOffer?: ((one: Waiting) => void) | undefined;
}

const explainWaiting = explain('Couldn’t load the waiting list.');

/** Who would like to come when something becomes free: first those who would on the days shown, each group by who asked first. */
export function WaitingList({ slug, ...rest }: WaitingListProps) {
  const query = useQuery(waitingQuery(slug));
  const queries = useQueryClient();
  const say = useToast();
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t reach the server. Nothing was changed.'));
  const change = (action: (slug: string, id: string) => Promise<unknown>, { id }: Waiting, then?: () => void) =>
    void submit(async () => {
      await action(slug, id);
      await queries.invalidateQueries({ queryKey: waitingQuery(slug).queryKey });
      then?.();
    });
  const takeOff = (one: Waiting) =>
    change(takeOffWaitingList, one, () =>
      say(`${one.name} is off the waiting list.`, { label: 'Undo', run: () => change(rejoinWaitingList, one) }),
    );

  return (
    <>
      <Loaded query={query} waiting="Loading the waiting list" rows={3} explain={explainWaiting}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyNote title="No one is waiting">
              Mia adds callers when nothing that suits them is free. You can too, when a time is taken.
            </EmptyNote>
          ) : (
            <Groups items={items} busy={busy} onTakeOff={takeOff} {...rest} />
          )
        }
      </Loaded>
      <Problem>{problem}</Problem>
    </>
  );
}

type GroupsProps = Omit<WaitingListProps, 'slug'> & { items: readonly Waiting[]; busy: boolean; onTakeOff: (one: Waiting) => void };

function Groups({ items, shown, ...rest }: GroupsProps) {
  const [service, setService] = useState('');
  const services = [...new Map(items.map((one) => [one.service_id, one.service]))];
  const { fitting, others } = grouped(items, shown, service);
  return (
    <div className="grid gap-4">
      {services.length > 1 && (
        <SelectField
          label="Service"
          value={service}
          onChange={({ target }) => setService(target.value)}
          options={[{ value: '', label: 'Any service' }, ...services.map(([value, label]) => ({ value, label }))]}
        />
      )}
      <Group title={shown.days.length > 1 ? 'For this week' : 'For this day'} items={fitting} none="No one waits for these days." {...rest} />
      {others.length > 0 && <Group title="For other days" items={others} {...rest} />}
    </div>
  );
}

type GroupProps = Omit<GroupsProps, 'shown'> & { title: string; none?: string };

function Group({ title, items, none, ...rest }: GroupProps) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-slate">
        {title} <span className="font-normal tabular-nums">{items.length > 0 && items.length}</span>
      </h3>
      {items.length === 0 && <p className="mt-1 text-[0.9375rem] text-slate">{none}</p>}
      <ul>
        {items.map((one) => (
          <Person key={one.id} one={one} {...rest} />
        ))}
      </ul>
    </section>
  );
}

type PersonProps = Omit<GroupProps, 'title' | 'items' | 'none'> & { one: Waiting };

function Person({ one, timeZone, busy, onTakeOff, onBook, onOffer }: PersonProps) {
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 leading-snug">
          <span className="block font-semibold">{one.name}</span>
          <span className="block text-[0.9375rem]">{[one.service, one.provider && `with ${one.provider}`].filter(Boolean).join(' ')}</span>
          <span className="block text-[0.9375rem]">{wishOf(one)}</span>
        </p>
        <IconButton label={`Take ${one.name} off the list`} className="-mt-2 -mr-2" disabled={busy} onClick={() => onTakeOff(one)}>
          <X aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
      {one.phone && (
        <a className="inline-flex min-h-6 items-center text-[0.9375rem] text-petrol tabular-nums underline decoration-1 underline-offset-4" href={`tel:${one.phone}`}>
          {readablePhone(one.phone)}
        </a>
      )}
      <p className="text-sm text-slate">
        {one.offered_at ? `Offered ${longTimestamp(one.offered_at, timeZone)}` : `Since ${longTimestamp(one.since, timeZone)}`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" aria-label={`Book ${one.name}`} onClick={() => onBook(one)}>
          Book
        </Button>
        {onOffer && one.phone && (
          <Button variant="quiet" aria-label={`Offer ${one.name} a time`} onClick={() => onOffer(one)}>
            Offer
          </Button>
        )}
      </div>
    </li>
  );
}
