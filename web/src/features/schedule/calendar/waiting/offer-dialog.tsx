import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, reasonOr } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { readablePhone } from '@/lib/phone';
import { dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { Dialog } from '@/ui/overlays/dialog';
import { FreeTimes } from '../book/free-times';
import { instantOf, timeOf } from '../drafts';
import { offerTime, openingsQuery, waitingQuery, type Alternative, type Waiting } from '../queries';
import { momentOf } from '../words';
import { offerText } from './fits';

export interface OfferDialogProps {
  slug: string;
  practice: string;
  timeZone: string;
  /** Who is offered a time; closed while there is no one. */
  to: Waiting | null;
  /** From when on a free time is looked for, as ISO 8601. */
  from: string;
  onClose: () => void;
}

const explainOpenings = explain('Couldn’t look for free times.');

/** Texts someone who waits that a time is free. Their answer comes to the team, under Messages. */
export function OfferDialog({ to, onClose, ...rest }: OfferDialogProps) {
  return (
    <Dialog open={to !== null} onClose={onClose} title={`Offer ${to?.name ?? ''} a time`} className="w-[min(34rem,calc(100vw-2rem))]">
      {to && <Sought to={to} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type SoughtProps = OfferDialogProps & { to: Waiting };

function Sought(props: SoughtProps) {
  const { slug, to, from } = props;
  const { service_id, provider_id, until_day: until, part_of_day } = to;
  // What was free when it was asked first: what is written stays while others book.
  const [sought] = useState({ service_id, from, until, ...(provider_id && { provider_id }), ...(part_of_day && { part_of_day }) });
  const query = useQuery(openingsQuery(slug, sought));
  return (
    <Loaded query={query} waiting="Looking for free times" rows={3} explain={explainOpenings}>
      {({ items }) => <OfferForm {...props} openings={items} />}
    </Loaded>
  );
}

function OfferForm({ slug, practice, timeZone, to, from, openings, onClose }: SoughtProps & { openings: readonly Alternative[] }) {
  const queries = useQueryClient();
  const say = useToast();
  const [key] = useState(newKey);
  const [{ date, time }, setWhen] = useState(() => clocksOf(openings[0]?.starts_at ?? from, timeZone));
  const [written, setWritten] = useState<string>();
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t reach the server. Try again: it won’t be sent twice.'));
  const instant = instantOf(date, time, timeZone);
  const text = written ?? offerText(practice, to.name, instant ? momentOf(instant, timeZone) : '');

  async function offer() {
    if (!instant) throw new Refused('Choose a day and a time.');
    await offerTime(slug, to.id, { starts_at: instant, text, idempotency_key: key });
    await queries.invalidateQueries({ queryKey: waitingQuery(slug).queryKey });
    say(`Offer sent. ${to.name.split(' ')[0] ?? to.name}’s answer comes to Messages.`);
    onClose();
  }

  return (
    <form onSubmit={send(offer)} className="mt-5 grid gap-5">
      <FreeTimes
        openings={openings}
        chosen={instant}
        timeZone={timeZone}
        none={`Nothing is free for ${to.service} until ${weekdayAndDate(to.until_day)}.`}
        onChoose={({ starts_at: start }) => setWhen(clocksOf(start, timeZone))}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Date" type="date" required value={date} onChange={({ target }) => setWhen({ date: target.value, time })} />
        <TextField label="Time" type="time" required value={time} onChange={({ target }) => setWhen({ date, time: target.value })} />
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

/** An instant as the fields show it. */
function clocksOf(instant: string, timeZone: string) {
  return { date: dayIn(timeZone, new Date(instant)), time: timeOf(Date.parse(instant), timeZone) };
}
