import { useState, type FormEvent } from 'react';
import { now } from '@/lib/time/now';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { TextField } from '@/ui/fields/text-field';
import { instantOf, timeChoices } from './times';

export interface TimeDialogProps {
  open: boolean;
  title: string;
  timeZone: string;
  /** What takes the time away again, where there is one. */
  clear?: string | undefined;
  onPick: (at: string | null) => void;
  onClose: () => void;
}

/** Asks for a time: a few that are often meant, or any other. */
export function TimeDialog({ open, title, onClose, ...rest }: TimeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <Choices onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Choices({ timeZone, clear, onPick, onClose }: Omit<TimeDialogProps, 'open' | 'title'>) {
  const [choices] = useState(() => timeChoices(timeZone, now()));
  const [day, setDay] = useState('');
  const [time, setTime] = useState('09:00');
  const exact = day ? instantOf(day, time, timeZone) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (exact) onPick(exact);
  }

  return (
    <>
      <ul className="mt-4 grid gap-1">
        {choices.map(({ label, at }) => (
          <li key={label}>
            <Button variant="quiet" onClick={() => onPick(at)} className="w-full justify-start!">
              {label}
            </Button>
          </li>
        ))}
        {clear && (
          <li>
            <Button variant="quiet" onClick={() => onPick(null)} className="w-full justify-start!">
              {clear}
            </Button>
          </li>
        )}
      </ul>
      <form onSubmit={submit} className="mt-4 grid gap-4 border-t border-line pt-4">
        <div className="grid grid-cols-2 gap-3">
          <TextField label="Day" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
          <TextField label="Time" type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        </div>
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!exact}>
            Set time
          </Button>
        </div>
      </form>
    </>
  );
}
