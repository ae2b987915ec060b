import { useState, type ReactNode } from 'react';
import { faultsIn, reasonOr } from '@/api/answer';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { CheckCards } from '@/ui/fields/check-cards';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { RecordConflict, type PatientForm, type PatientRecord } from './queries';

const TAGS = [
  { value: 'VIP', label: 'VIP' },
  { value: 'Regular', label: 'Regular' },
  { value: 'New Patient', label: 'New Patient' },
];
/** Tags that the rules of contacting know: with one of them no one is called or written to. */
const MARKS = [
  { value: 'Do Not Contact', label: 'Do not contact' },
  { value: 'Minor', label: 'Minor' },
  { value: 'Deceased', label: 'Deceased' },
];
const NAMED = new Set([...TAGS, ...MARKS].map(({ value }) => value));

type Fields = Pick<PatientForm, 'name' | 'phone' | 'email' | 'birth_date'> & { tags: string[] };

export const NOBODY: Fields = { name: '', phone: null, email: null, birth_date: null, tags: [] };

export function fieldsOf(record: PatientRecord): Fields {
  return {
    name: record.name,
    phone: record.phone,
    email: record.email,
    birth_date: record.birth_date,
    tags: record.tags,
  };
}

const LABELS: Record<keyof Fields, string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  birth_date: 'Date of birth',
  tags: 'Tags',
};

function shown(value: Fields[keyof Fields]): string {
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return value || 'none';
}

const same = (one: Fields[keyof Fields], other: Fields[keyof Fields]) => shown(one) === shown(other);

/** Each field that a colleague changed since the form was opened, with what it was and is. */
export function changesOf(base: Fields, theirs: Fields): { field: keyof Fields; was: string; is: string }[] {
  return (Object.keys(LABELS) as (keyof Fields)[])
    .filter((field) => !same(base[field], theirs[field]))
    .map((field) => ({ field, was: shown(base[field]), is: shown(theirs[field]) }));
}

/** The form after a colleague saved first: their changes, but for fields that were changed here too. */
export function withTheirs(mine: Fields, base: Fields, theirs: Fields): Fields {
  const merged = { ...mine };
  for (const { field } of changesOf(base, theirs)) {
    if (same(mine[field], base[field])) Object.assign(merged, { [field]: theirs[field] });
  }
  return merged;
}

export interface PatientFormProps {
  /** What stands on the record; none for a new one. */
  record: PatientRecord | null;
  /** Saves, over a version; may break its promise with a RecordConflict. `given`: the patient gave us the number. */
  save: (fields: Fields, version: number, given: boolean) => Promise<unknown>;
  onClose: () => void;
  /** What should be known before it is saved. */
  notice?: ReactNode;
}

/** Who a patient is and how to reach them. When a colleague was faster, it shows what they changed. */
export function PatientFields({ record, save, onClose, notice }: PatientFormProps) {
  const form = useDraft(record, save, onClose);
  const [given, setGiven] = useState(true);
  const { fields, set, wrong, conflict } = form;
  return (
    <form
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(given && Boolean(fields.phone));
      }}
    >
      <Problem>{form.problem}</Problem>
      {notice}
      {conflict && <Conflict before={conflict.before} theirs={conflict.theirs} mine={fields} take={set} />}
      <Identity fields={fields} set={set} wrong={wrong} />
      {!record && fields.phone && (
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            checked={given}
            onChange={(event) => setGiven(event.target.checked)}
            className="mt-1 size-4.5 shrink-0 accent-petrol"
          />
          The patient gave us this number for appointment messages
        </label>
      )}
      <TagFields fields={fields} set={set} wrong={wrong} />
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy}>
          {conflict ? 'Overwrite' : record ? 'Save' : 'Add patient'}
        </Button>
      </div>
    </form>
  );
}

type Wrong = Partial<Record<keyof Fields, string>>;

/** What is being written, from which version it was begun, and what came in between. */
function useDraft(record: PatientRecord | null, save: PatientFormProps['save'], onClose: () => void) {
  const [base, setBase] = useState<Fields>(record ? fieldsOf(record) : NOBODY);
  const [version, setVersion] = useState(record?.version ?? 0);
  const [fields, setFields] = useState(base);
  const [conflict, setConflict] = useState<{ before: Fields; theirs: Fields }>();
  const attempt = useSubmit(reasonOr('Couldn’t save the record. Please try again.'));

  function meet(current: PatientRecord) {
    const theirs = fieldsOf(current);
    setConflict({ before: base, theirs });
    setFields(withTheirs(fields, base, theirs));
    setBase(theirs);
    setVersion(current.version);
  }

  async function submit(given: boolean) {
    await attempt.submit(async () => {
      try {
        await save(fields, version, given);
      } catch (error) {
        if (error instanceof RecordConflict) return meet(error.current);
        throw error;
      }
      onClose();
    });
  }

  const set = (part: Partial<Fields>) => setFields((all) => ({ ...all, ...part }));
  return { fields, set, wrong: faultsIn(attempt.error) as Wrong, conflict, busy: attempt.busy, problem: attempt.problem, submit };
}

interface PartProps {
  fields: Fields;
  set: (part: Partial<Fields>) => void;
  wrong: Wrong;
}

function Identity({ fields, set, wrong }: PartProps) {
  return (
    <>
      <TextField
        label="Full name"
        required
        maxLength={120}
        autoComplete="off"
        value={fields.name}
        error={wrong.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Phone"
          type="tel"
          maxLength={40}
          autoComplete="off"
          value={fields.phone ?? ''}
          error={wrong.phone}
          onChange={(event) => set({ phone: event.target.value || null })}
          onBlur={() => fields.phone && set({ phone: readablePhone(fields.phone) })}
        />
        <TextField
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="off"
          value={fields.email ?? ''}
          error={wrong.email}
          onChange={(event) => set({ email: event.target.value || null })}
        />
      </div>
      <TextField
        label="Date of birth"
        type="date"
        min="1900-01-01"
        value={fields.birth_date ?? ''}
        error={wrong.birth_date}
        onChange={(event) => set({ birth_date: event.target.value || null })}
      />
    </>
  );
}

function TagFields({ fields, set, wrong }: PartProps) {
  const free = fields.tags.filter((tag) => !NAMED.has(tag));
  const choose = (options: readonly { value: string }[], chosen: string[]) =>
    set({ tags: [...fields.tags.filter((tag) => !options.some(({ value }) => value === tag)), ...chosen] });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <CheckCards legend="Tags" options={TAGS} chosen={fields.tags} onChange={(chosen) => choose(TAGS, chosen)} />
        <CheckCards
          legend="Do not contact"
          options={MARKS}
          chosen={fields.tags}
          onChange={(chosen) => choose(MARKS, chosen)}
        />
      </div>
      <FreeTags
        key={free.join()}
        tags={free}
        error={wrong.tags}
        onChange={(tags) => set({ tags: [...fields.tags.filter((tag) => NAMED.has(tag)), ...tags] })}
      />
    </>
  );
}

interface FreeTagsProps {
  tags: readonly string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

function FreeTags({ tags, error, onChange }: FreeTagsProps) {
  const [text, setText] = useState(tags.join(', '));
  return (
    <TextField
      label="Other tags"
      hint="Separate with commas."
      maxLength={400}
      autoComplete="off"
      value={text}
      error={error}
      onChange={(event) => setText(event.target.value)}
      onBlur={() =>
        onChange(
          text
            .split(',')
            .map((tag) => tag.trim())
            .filter(Boolean),
        )
      }
    />
  );
}

interface ConflictProps {
  before: Fields;
  theirs: Fields;
  mine: Fields;
  take: (part: Partial<Fields>) => void;
}

/** What a colleague changed meanwhile, field by field; where both changed one, theirs can be taken. */
function Conflict({ before, theirs, mine, take }: ConflictProps) {
  return (
    <div role="alert" className="rounded-xl bg-warn-wash p-4">
      <p className="font-semibold text-warn">Someone else changed this record</p>
      <ul className="mt-2 grid gap-2 text-[0.9375rem]">
        {changesOf(before, theirs).map(({ field, was, is }) => (
          <li key={field} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              {LABELS[field]}: <del className="opacity-75">{was}</del>{' '}
              <ins className="font-semibold decoration-2">{is}</ins>
            </span>
            {same(mine[field], theirs[field]) ? (
              <span className="text-slate">applied</span>
            ) : (
              <Button variant="secondary" onClick={() => take({ [field]: theirs[field] })}>
                Use their changes
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
