import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { readablePhone } from '@/lib/phone';
import { dayIn } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { Dialog } from '@/ui/overlays/dialog';
import { instantOf, timeOf } from '../drafts';
import { offerTime, waitingQuery, type Waiting } from '../queries';
import { momentOf } from '../words';
import { offerText } from './fits';

export interface OfferDialogProps {
  slug: string;
  practice: string;
  timeZone: string;
  /** Who is offered a time; closed while there is no one. */
  to: Waiting | null;
  /** The time that is offered at first, as ISO 8601. */
  at: string;
  onClose: () => void;
}

/** Texts someone who waits that a time is free. Their answer comes to the team, under Messages. */
export function OfferDialog({ to, onClose, ...rest }: OfferDialogProps) {
  return (
    <Dialog open={to !== null} onClose={onClose} title={`Offer ${to?.name ?? ''} a time`} className="w-[min(34rem,calc(100vw-2rem))]">
      {to && <OfferForm to={to} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function OfferForm({ slug, practice, timeZone, to, at, onClose }: OfferDialogProps & { to: Waiting }) {
  const queries = useQueryClient();
  const say = useToast();
  const [key] = useState(newKey);
  const [date, setDate] = useState(() => dayIn(timeZone, new Date(at)));
  const [time, setTime] = useState(() => timeOf(Date.parse(at), timeZone));
  const [written, setWritten] = useState<string>();
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t reach the server. Try again: it won’t be sent twice.'));
  const instant = instantOf(date, time, timeZone);
  const text = written ?? offerText(practice, to.name, instant ? momentOf(instant, timeZone) : '');

  async function offer() {
    await offerTime(slug, to.id, text, key);
    await queries.invalidateQueries({ queryKey: waitingQuery(slug).queryKey });
    say(`Offer sent. ${to.name.split(' ')[0] ?? to.name}’s answer comes to Messages.`);
    onClose();
  }

  return (
    <form onSubmit={send(offer)} className="mt-5 grid gap-5">
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Date" type="date" required value={date} onChange={({ target }) => setDate(target.value)} />
        <TextField label="Time" type="time" required value={time} onChange={({ target }) => setTime(target.value)} />
      </div>
      <TextArea
        label={`Text to ${readablePhone(to.phone ?? '')}`}
        rows={4}
        required
        maxLength={1600}
        value={text}
        onChange={({ target }) => setWritten(target.value)}
      />
      <p className="text-sm text-slate">The time isn’t held. Mia stays out of this conversation until you hand it back.</p>
      <Problem>{problem}</Problem>
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Send offer
        </Button>
      </div>
    </form>
  );
}
