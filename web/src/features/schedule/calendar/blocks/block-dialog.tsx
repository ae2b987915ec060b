import { reasonOr } from '@/api/answer';
import { dayIn } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { instantOf, roomsOffered, timeOf } from '../drafts';
import { blockTime, unblockTime, type CalendarData } from '../queries';
import { repeatOf, RepeatFields } from './repeat-fields';

const FAILED = 'Couldn’t reach the server. Nothing was changed.';
const HOUR_MS = 3_600_000;

export interface BlockDialogProps {
  slug: string;
  data: CalendarData;
  /** When the blocked time is to begin at first; closed while it is null. */
  at: number | null;
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Blocks the time of a provider or a room. */
export function BlockDialog({ at, onClose, ...rest }: BlockDialogProps) {
  return (
    <Dialog open={at !== null} onClose={onClose} title="Block time" className="w-[min(34rem,calc(100vw-2rem))]">
      {at !== null && <BlockForm at={at} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function BlockForm({ slug, data, at, onDone, onClose }: BlockDialogProps & { at: number }) {
  const zone = data.timezone;
  const { busy, problem, send } = useSubmit(reasonOr(FAILED));
  const say = useToast();
  const day = dayIn(zone, new Date(at));
  const whom = [
    ...data.providers.map(({ id, name }) => ({ value: id, label: name })),
    ...roomsOffered(data).map(({ id, name, place }) => ({ value: id, label: `${name}, ${place}` })),
  ];

  async function block(form: FormData) {
    const said = (name: string) => String(form.get(name) ?? '').trim();
    const [from, to] = [
      instantOf(said('from-date'), said('from-time'), zone),
      instantOf(said('to-date'), said('to-time'), zone),
    ];
    if (!from || !to || !said('reason')) throw new Refused('Enter a start, an end and a reason.');
    const room = data.rooms.some(({ id }) => id === said('whom'));
    const resource = room ? { room_id: said('whom') } : { provider_id: said('whom') };
    const body = { ...resource, starts_at: from, ends_at: to, reason: said('reason'), repeat: repeatOf(form) };
    const { items } = await blockTime(slug, body);
    const [first] = items;
    const words = items.length === 1 ? 'Time blocked.' : `Time blocked on ${items.length} days.`;
    say(words, first && { label: 'Undo', run: () => void unblockTime(slug, first.id, true).then(onDone) });
    await onDone();
    onClose();
  }

  return (
    <form onSubmit={send(block)} className="mt-5 grid gap-5">
      <SelectField label="Provider or room" name="whom" options={whom} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="From" name="from-date" type="date" required defaultValue={day} />
        <TextField label="From time" name="from-time" type="time" required defaultValue={timeOf(at, zone)} />
        <TextField label="Until" name="to-date" type="date" required defaultValue={day} />
        <TextField label="Until time" name="to-time" type="time" required defaultValue={timeOf(at + HOUR_MS, zone)} />
      </div>
      <TextField label="Reason" name="reason" maxLength={200} autoComplete="off" placeholder="Lunch, training, maintenance" />
      <RepeatFields day={day} />
      <Problem>{problem}</Problem>
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Block time
        </Button>
      </div>
    </form>
  );
}
