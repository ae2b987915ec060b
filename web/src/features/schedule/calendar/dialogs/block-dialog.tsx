import { reasonOf, reasonOr } from '@/api/answer';
import { dayIn } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { instantOf, roomsOffered, timeOf } from '../drafts';
import { blockTime, unblockTime, type Block, type CalendarData } from '../queries';
import { momentOf } from '../words';

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
    const { id } = await blockTime(slug, { ...resource, starts_at: from, ends_at: to, reason: said('reason') });
    say('Time blocked.', { label: 'Undo', run: () => void unblockTime(slug, id).then(onDone) });
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

export interface UnblockDialogProps {
  slug: string;
  data: CalendarData;
  block: Block | null;
  mayWrite: boolean;
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Shows blocked time, and gives it free. */
export function UnblockDialog({ slug, data, block, mayWrite, onDone, onClose }: UnblockDialogProps) {
  const say = useToast();
  const who =
    data.providers.find(({ id }) => id === block?.provider_id)?.name ?? data.rooms.find(({ id }) => id === block?.room_id)?.name;
  const words = block && (
    <p>
      {who}: {momentOf(block.starts_at, data.timezone)} until {momentOf(block.ends_at, data.timezone)}.
    </p>
  );
  if (!mayWrite) {
    return (
      <Dialog open={block !== null} onClose={onClose} title={`Blocked: ${block?.reason ?? ''}`}>
        <div className="mt-3 grid gap-6 text-slate">
          {words}
          <Button variant="secondary" className="justify-self-end" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open={block !== null}
      onClose={onClose}
      title={`Blocked: ${block?.reason ?? ''}`}
      action="Unblock"
      onConfirm={async () => {
        if (!block) return;
        await unblockTime(slug, block.id);
        await onDone();
        say('Time unblocked.');
      }}
      explain={(error) => reasonOf(error, FAILED)}
    >
      {words}
    </ConfirmDialog>
  );
}
