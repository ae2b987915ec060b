import { useState } from 'react';
import { keepTellWhenDragged } from '@/lib/drag-notice';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import type { Move } from '../queries';
import { momentOf } from '../words';

export interface TellDialogProps {
  timeZone: string;
  /** A visit that was dragged to another time; closed while there is none. */
  dropped: Move | null;
  onMove: (move: Move) => void;
  onClose: () => void;
}

/** Asks whether the patient is told of a visit that was dragged; the answer can be kept on this device. */
export function TellDialog({ dropped, ...rest }: TellDialogProps) {
  return (
    <Dialog open={dropped !== null} onClose={rest.onClose} title="Notify patient?">
      {dropped && <Question dropped={dropped} {...rest} />}
    </Dialog>
  );
}

function Question({ dropped, timeZone, onMove, onClose }: TellDialogProps & { dropped: Move }) {
  const [keep, setKeep] = useState(false);

  function answer(tell: boolean) {
    if (keep) keepTellWhenDragged(tell);
    onClose();
    onMove({ ...dropped, tell });
  }

  return (
    <div className="mt-3 grid gap-5">
      <p className="text-slate">
        {dropped.visit.patient_name} moves to {momentOf(dropped.place.starts_at, timeZone)}. A message goes out by text or email after 10 seconds.
      </p>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" checked={keep} onChange={({ target }) => setKeep(target.checked)} className="size-4.5 shrink-0 accent-petrol" />
        Remember my choice on this device
      </label>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="quiet" onClick={onClose}>
          Don’t move
        </Button>
        <Button variant="secondary" onClick={() => answer(false)}>
          Don’t notify
        </Button>
        <Button onClick={() => answer(true)}>Notify</Button>
      </div>
    </div>
  );
}
