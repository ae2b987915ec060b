import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { longDate } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { SelectField } from '@/ui/fields/select-field';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { mergePatients, RecordConflict, useFreshPatients, type PatientRecord } from './queries';

type Side = 'kept' | 'other';
type Field = 'name' | 'phone' | 'email' | 'birth_date';

const FIELDS: { field: Field; label: string; show: (record: PatientRecord) => string }[] = [
  { field: 'name', label: 'Name', show: ({ name }) => name },
  { field: 'phone', label: 'Phone', show: ({ phone }) => (phone ? readablePhone(phone) : 'None') },
  { field: 'email', label: 'Email', show: ({ email }) => email ?? 'None' },
  {
    field: 'birth_date',
    label: 'Date of birth',
    show: ({ birth_date: day }) => (day ? longDate(`${day}T12:00:00Z`, 'UTC') : 'None'),
  },
];

const NOTES = [
  { value: 'both', label: 'Both notes' },
  { value: 'kept', label: 'This record’s note' },
  { value: 'other', label: 'The other record’s note' },
];

export interface MergeDialogProps {
  slug: string;
  kept: PatientRecord;
  other: PatientRecord;
  onClose: () => void;
  onUndo: (merge: string) => Promise<void>;
}

/** Two records side by side: whose value stands, field by field. Everything else goes over. */
export function MergeDialog(props: MergeDialogProps) {
  return (
    <Dialog open onClose={props.onClose} title="Merge two records" className="w-[min(44rem,calc(100vw-2rem))]">
      <MergeForm {...props} />
    </Dialog>
  );
}

/** Where this record says nothing, what the other one says. */
export function firstChoice(kept: PatientRecord, other: PatientRecord): Record<Field, Side> {
  const side = (field: Field): Side => (!kept[field] && other[field] ? 'other' : 'kept');
  return { name: 'kept', phone: side('phone'), email: side('email'), birth_date: side('birth_date') };
}

/** Merges as chosen; says so with an undo, or why not. */
function useMerge({ slug, kept, other, onClose, onUndo }: MergeDialogProps) {
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t merge the records. Please try again.'));
  const say = useToast();
  const refresh = useFreshPatients(slug);

  async function merge(choice: Record<Field | 'note', string>) {
    const versions = { version: kept.version, other_version: other.version };
    try {
      const done = await mergePatients(slug, kept.id, { other_id: other.id, choice, ...versions });
      await refresh();
      say('Records merged.', { label: 'Undo', run: () => void onUndo(done.id) });
      onClose();
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
      void refresh();
      throw new Refused(`${error.current.name} was changed by someone else. Close this, review, and try again.`);
    }
  }

  return { busy, problem, send, merge };
}

function MergeForm(props: MergeDialogProps) {
  const { kept, other, onClose } = props;
  const [choice, setChoice] = useState(() => firstChoice(kept, other));
  const [note, setNote] = useState('both');
  const { busy, problem, send, merge } = useMerge(props);
  return (
    <form className="mt-5 grid gap-5" onSubmit={send(() => merge({ ...choice, note }))}>
      <Problem>{problem}</Problem>
      <p className="text-slate">
        Visits, appointments, calls, messages and leads from the other record move to this one. An opt-out on either applies to both. You can undo this.
      </p>
      {FIELDS.map((one) => (
        <SideChoice
          key={one.field}
          {...one}
          sides={{ kept, other }}
          chosen={choice[one.field]}
          onChoose={(side) => setChoice({ ...choice, [one.field]: side })}
        />
      ))}
      {kept.note && other.note && kept.note !== other.note && (
        <SelectField label="Note" value={note} onChange={(event) => setNote(event.target.value)} options={NOTES} />
      )}
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Merge
        </Button>
      </div>
    </form>
  );
}

interface SideChoiceProps {
  field: Field;
  label: string;
  show: (record: PatientRecord) => string;
  sides: Record<Side, PatientRecord>;
  chosen: Side;
  onChoose: (side: Side) => void;
}

const SIDES: { side: Side; title: string }[] = [
  { side: 'kept', title: 'This record' },
  { side: 'other', title: 'Other record' },
];

/** One field of both records, side by side. */
function SideChoice({ field, label, show, sides, chosen, onChoose }: SideChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{label}</legend>
      <div className="grid overflow-hidden rounded-xl border border-line-strong sm:grid-cols-2">
        {SIDES.map(({ side, title }) => (
          <label
            key={side}
            htmlFor={`merge-${field}-${side}`}
            className="flex min-h-11 cursor-pointer items-start gap-3 px-4 py-2.5 transition-colors hover:bg-celadon/50 has-checked:bg-celadon has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol"
          >
            <input
              type="radio"
              id={`merge-${field}-${side}`}
              name={`merge-${field}`}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="mt-1 size-4.5 shrink-0 accent-petrol outline-none"
            />
            <span className="min-w-0 break-words">
              {title}: <strong className="font-semibold">{show(sides[side])}</strong>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
