import { useQuery, useQueryClient } from '@tanstack/react-query';
import { explain, reasonOr } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Problem } from '@/ui/feedback/problem';
import { useSubmit } from '@/ui/hooks/use-submit';
import { takeOffWaitingList, waitingQuery, type Waiting } from '../queries';

export interface WaitingDialogProps {
  slug: string;
  timeZone: string;
  open: boolean;
  onClose: () => void;
}

const explainWaiting = explain('Couldn’t load the waiting list.');

/** Who would like to come when something becomes free, those who asked first first. */
export function WaitingDialog({ open, onClose, ...rest }: WaitingDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Waiting list" className="w-[min(38rem,calc(100vw-2rem))]">
      <List {...rest} />
      <div className="mt-5 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function List({ slug, timeZone }: Omit<WaitingDialogProps, 'open' | 'onClose'>) {
  const query = useQuery(waitingQuery(slug));
  const queries = useQueryClient();
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t reach the server. Nothing was changed.'));
  const takeOff = (id: string) =>
    submit(async () => {
      await takeOffWaitingList(slug, id);
      await queries.invalidateQueries({ queryKey: waitingQuery(slug).queryKey });
    });

  return (
    <div className="mt-3 grid gap-4">
      <Loaded query={query} waiting="Loading the waiting list" rows={3} explain={explainWaiting}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyNote title="No one is waiting">Mia puts callers on the list when nothing that suits them is free.</EmptyNote>
          ) : (
            <ul className="grid gap-4">
              {items.map((one) => (
                <li key={one.id} className="flex items-start justify-between gap-3 border-t border-line pt-4">
                  <Person one={one} timeZone={timeZone} />
                  <Button variant="secondary" className="shrink-0" disabled={busy} aria-label={`Take ${one.name} off the list`} onClick={() => void takeOff(one.id)}>
                    Take off
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Problem>{problem}</Problem>
    </div>
  );
}

function Person({ one, timeZone }: { one: Waiting; timeZone: string }) {
  const wanted = [one.service, one.provider && `with ${one.provider}`, one.wish].filter(Boolean).join(', ');
  return (
    <p className="min-w-0">
      <span className="block font-semibold">
        {one.name}
        {one.phone && (
          <a className="ml-2 font-normal underline" href={`tel:${one.phone}`}>
            {readablePhone(one.phone)}
          </a>
        )}
      </span>
      <span className="block">{wanted}</span>
      <span className="block text-sm text-slate">Since {longTimestamp(one.since, timeZone)}</span>
    </p>
  );
}
