import { useState, type FormEvent } from 'react';
import { reasonOf } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { soonTime } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useWrite, type ConversationDetail, type Way } from './queries';

export interface ComposerProps {
  slug: string;
  thread: ConversationDetail;
  timeZone: string;
}

/** Writes to a person by any of their addresses, and says whether that may be done. */
export function Composer({ slug, thread, timeZone }: ComposerProps) {
  const [text, setText] = useState('');
  // One key for one message, however often it has to be tried.
  const [key, setKey] = useState(newKey);
  const [chosen, setChosen] = useState(thread.id);
  const way = thread.ways.find(({ id }) => id === chosen) ?? thread.ways[0];
  const write = useWrite(slug, chosen);

  function send(event: FormEvent) {
    event.preventDefault();
    if (!text.trim() || write.isPending) return;
    write.mutate({ text: text.trim(), key }, { onSuccess: () => (setText(''), setKey(newKey())) });
  }

  if (!way) return null;
  return (
    <form onSubmit={send} className="grid gap-2 border-t border-line px-5 py-3 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {thread.ways.length > 1 && <WayChoice ways={thread.ways} chosen={way.id} onChoose={setChosen} />}
        <Consent way={way} timeZone={timeZone} />
      </div>
      {!way.opted_out && (
        <>
          <label>
            <span className="sr-only">Message</span>
            <textarea
              value={text}
              rows={2}
              maxLength={1600}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send(event)}
              placeholder="Write a message"
              className="block w-full rounded-xl border border-line-strong bg-paper px-4 py-3 placeholder:text-slate"
            />
          </label>
          <Problem>
            {write.isError ? reasonOf(write.error, 'Not sent: couldn’t reach the server. Press Send again.') : undefined}
          </Problem>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-slate">{way.mode === 'mia' ? 'Replying pauses Mia.' : 'Mia is paused.'}</p>
            <Button type="submit" busy={write.isPending} disabled={!text.trim()}>
              Send
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

const CHANNELS: Record<Way['channel'], string> = { sms: 'Text', email: 'Email' };

interface WayChoiceProps {
  ways: readonly Way[];
  chosen: string;
  onChoose: (id: string) => void;
}

function WayChoice({ ways, chosen, onChoose }: WayChoiceProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-x-4">
      <legend className="sr-only">Send by</legend>
      {ways.map(({ id, channel, address }) => (
        <label key={id} className="inline-flex min-h-8 min-w-0 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="way"
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-4.5 shrink-0 accent-petrol"
          />
          <span className="truncate">
            {CHANNELS[channel]} {address}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Whether the person may be written to there, and if not, why and when. */
function Consent({ way, timeZone }: { way: Way; timeZone: string }) {
  if (way.opted_out) {
    return (
      <p className="text-base text-slate">
        This patient opted out of messages. You can’t message them until they opt back in.
      </p>
    );
  }
  if (way.allowed) return <p className="text-slate">{CHANNELS[way.channel]} allowed</p>;
  return (
    <p className="font-medium text-warn">
      Not now: {way.reason}
      {way.until && `. Available ${soonTime(way.until, timeZone)}`}
    </p>
  );
}
