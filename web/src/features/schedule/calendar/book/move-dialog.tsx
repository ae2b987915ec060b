import { useState, type FormEvent } from 'react';
import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Switch } from '@/ui/fields/switch';
import { useSubmit } from '@/ui/hooks/use-submit';
import { draftOf, offeredOf, placeOf } from '../drafts';
import { PlaceFields, type PlaceDraft } from './place-fields';
import type { CalendarData, Insistence, Move, Place, Visit } from '../queries';
import { RefusalNote } from './refusal';
import type { Changes } from '../use-changes';

export interface MoveDialogProps {
  data: CalendarData;
  /** What is to be moved; closed while there is nothing. */
  visit: Visit | null;
  changes: Changes;
  onClose: () => void;
}

/** Moves a visit by a form: what dragging does, for everyone. */
export function MoveDialog({ visit, onClose, ...rest }: MoveDialogProps) {
  return (
    <Dialog open={visit !== null} onClose={onClose} title="Move appointment" className="w-[min(34rem,calc(100vw-2rem))]">
      {visit && <MoveForm visit={visit} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function MoveForm({ data, visit, changes, onClose }: MoveDialogProps & { visit: Visit }) {
  const zone = data.timezone;
  const [draft, setDraft] = useState(() => offeredOf(draftOf(visit, zone), data));
  // What was asked for: a refusal is of that alone, and goes as soon as the fields say something else.
  const [asked, setAsked] = useState<PlaceDraft>();
  const [tell, setTell] = useState(true);
  const { busy, submit } = useSubmit(reasonOf);

  async function move(wanted: PlaceDraft, place: Place | null, insistence: Insistence = {}) {
    if (!place) return;
    setDraft(wanted);
    setAsked(wanted);
    changes.forgetRefused();
    await submit(async () => {
      if (await changes.move({ visit, place, tell, ...insistence })) onClose();
    });
  }

  const { refused } = changes;
  const stands = refused?.move.visit.id === visit.id && asked === draft;
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void move(draft, placeOf(draft, zone));
      }}
      className="mt-5 grid gap-5"
    >
      <PlaceFields data={data} service={visit.service_id} draft={draft} onChange={setDraft} />
      <Switch label="Notify patient" note="By text or email, 10 seconds after the move." checked={tell} onChange={setTell} />
      {refused && stands && (
        <RefusalNote
          refusal={refused.refusal}
          timeZone={zone}
          busy={busy}
          onChoose={(place) => void move(draftOf(place, zone), place)}
          onInsist={(insistence) => void move(draft, refused.move.place, insistence)}
        />
      )}
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Move
        </Button>
      </div>
    </form>
  );
}

export interface RefusedDialogProps {
  timeZone: string;
  changes: Changes;
}

/** Says why a visit that was dragged is back where it was, and offers what is free. */
export function RefusedDialog({ timeZone, changes }: RefusedDialogProps) {
  const { busy, submit } = useSubmit(reasonOf);
  const { refused } = changes;

  const again = (move: Move) => submit(() => changes.move(move));

  return (
    <Dialog open={refused !== undefined} onClose={changes.forgetRefused} title="That time isn’t available">
      {refused && (
        <div className="mt-4 grid gap-5">
          <RefusalNote
            refusal={refused.refusal}
            timeZone={timeZone}
            busy={busy}
            onChoose={(place) => void again({ ...refused.move, place })}
            onInsist={(insistence) => void again({ ...refused.move, ...insistence })}
          />
          <Button variant="secondary" className="justify-self-end" onClick={changes.forgetRefused}>
            Keep original time
          </Button>
        </div>
      )}
    </Dialog>
  );
}
