import { useState } from 'react';
import { clockTime, dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { TextField } from '@/ui/fields/text-field';
import type { Insistence, Place, Refusal } from '../queries';

export interface RefusalNoteProps {
  refusal: Refusal;
  timeZone: string;
  busy: boolean;
  /** A free time was chosen. */
  onChoose: (place: Place) => void;
  /** The reader insists, where that is possible. */
  onInsist: (insistence: Insistence) => void;
  /** The patient waits until something is free; absent where they cannot be put on the list. */
  onWait?: (() => void) | undefined;
}

/** Why a time cannot be had, and what is free instead: each can be taken with one press. */
export function RefusalNote({ refusal, timeZone, busy, onChoose, onInsist, onWait }: RefusalNoteProps) {
  return (
    <div role="alert" className="rounded-xl border border-line-strong bg-warn-wash p-4 text-warn">
      <p className="font-semibold">This time isn’t available</p>
      <ul className="mt-1 list-disc pl-5">
        {refusal.obstacles.map(({ kind, detail }) => (
          <li key={`${kind} ${detail}`}>{detail}.</li>
        ))}
      </ul>
      {refusal.alternatives.length > 0 && (
        <>
          <p className="mt-4 font-semibold">Available times</p>
          <ul className="mt-2 grid gap-2">
            {refusal.alternatives.map((one) => (
              <li key={`${one.starts_at} ${one.provider_id}`}>
                <Button
                  variant="secondary"
                  disabled={busy}
                  className="h-auto w-full justify-start! bg-paper! py-2 text-left whitespace-normal!"
                  onClick={() => onChoose({ starts_at: one.starts_at, provider_id: one.provider_id, room_id: one.room_id })}
                >
                  {weekdayAndDate(dayIn(timeZone, new Date(one.starts_at)))}, {clockTime(one.starts_at, timeZone)} · {one.provider} ·{' '}
                  {one.room}, {one.location}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {refusal.waivable && (
          <Button variant="secondary" busy={busy} className="bg-paper!" onClick={() => onInsist({ outsideHours: true })}>
            Book anyway
          </Button>
        )}
        {onWait && (
          <Button variant="secondary" busy={busy} className="bg-paper!" onClick={onWait}>
            Add to waiting list
          </Button>
        )}
      </div>
      {refusal.overbookable && <Overbook busy={busy} onInsist={onInsist} />}
    </div>
  );
}

/** Puts the visit on top of another of its provider, and says why: the reason stays in its history. */
function Overbook({ busy, onInsist }: Pick<RefusalNoteProps, 'busy' | 'onInsist'>) {
  const [reason, setReason] = useState('');
  const overbook = () => reason.trim() && onInsist({ outsideHours: true, overbook: reason.trim() });
  return (
    <div role="group" aria-label="Overbook" className="mt-4 grid gap-3 border-t border-line-strong pt-4 text-ink">
      <TextField
        label="Reason for overbooking"
        value={reason}
        maxLength={200}
        autoComplete="off"
        hint="The provider sees two patients at once. Your team sees why."
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // the form around it would ask for the taken time again
          overbook();
        }}
      />
      <Button variant="secondary" busy={busy} disabled={!reason.trim()} className="justify-self-start bg-paper!" onClick={overbook}>
        Overbook
      </Button>
    </div>
  );
}
