import { useState, type KeyboardEvent } from 'react';
import { ApiError, faultsIn, reasonOr } from '@/api/answer';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { addPatient, type OnRecord } from '../queries';
import type { ChosenPatient } from './patient-picker';
import type { Known } from './whom';

export interface NewPatientProps {
  slug: string;
  /** What is known when no one was found: a name, a number, an email. */
  start: Known;
  onChoose: (patient: ChosenPatient) => void;
  onCancel: () => void;
}

/** Adds a patient while they are booked: no form of its own, as it stands in that of the booking. */
export function NewPatient(props: NewPatientProps) {
  const { fields, given, setGiven, alike, busy, problem, wrong, put, add } = useNewPatient(props);
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // the form around it would book
    void add(false);
  };
  const field = (name: keyof typeof fields) => ({ value: fields[name], error: wrong[name], onChange: put(name), onKeyDown: enter, autoComplete: 'off' });
  return (
    <fieldset className="grid gap-4 rounded-xl border border-line-strong p-4">
      <legend className="px-1 font-semibold">New patient</legend>
      <TextField label="Full name" maxLength={120} {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Phone" type="tel" maxLength={40} {...field('phone')} />
        <TextField label="Email" type="email" maxLength={254} {...field('email')} />
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" checked={given} onChange={({ target }) => setGiven(target.checked)} className="size-4.5 shrink-0 accent-petrol" />
        The patient gave us this number for appointment messages
      </label>
      {alike.length > 0 && <Alike alike={alike} busy={busy} onChoose={props.onChoose} onAnother={() => void add(true)} />}
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy} onClick={() => void add(false)}>
          Add patient
        </Button>
        <Button variant="quiet" onClick={props.onCancel}>
          Search instead
        </Button>
      </div>
    </fieldset>
  );
}

/** What is written of a new patient, and adding them; who seems to be on record is kept to be chosen instead. */
function useNewPatient({ slug, start, onChoose }: NewPatientProps) {
  const [fields, setFields] = useState({ name: start.name, phone: start.phone ? readablePhone(start.phone) : '', email: start.email ?? '' });
  const [given, setGiven] = useState(true);
  const [alike, setAlike] = useState<readonly OnRecord[]>([]);
  const { busy, problem, error, submit } = useSubmit(reasonOr('Couldn’t add the patient. Please try again.'));

  const put = (name: keyof typeof fields) => ({ target }: { target: { value: string } }) => {
    setFields({ ...fields, [name]: target.value });
    setAlike([]);
  };
  const add = (another: boolean) =>
    submit(async () => {
      try {
        const { name, phone, email } = fields;
        const person = { name: name.trim(), phone: phone.trim() || null, email: email.trim() || null };
        onChoose(await addPatient(slug, { ...person, number_given: given && Boolean(person.phone), another }));
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.kind === 'on-record')) throw failure;
        setAlike((failure.problem['lookalikes'] as { record: OnRecord }[]).map(({ record }) => record));
      }
    });
  return { fields, given, setGiven, alike, busy, problem, wrong: faultsIn(error), put, add };
}

interface AlikeProps {
  alike: readonly OnRecord[];
  busy: boolean;
  onChoose: NewPatientProps['onChoose'];
  onAnother: () => void;
}

/** Who has the name and contact of the person to be added. */
function Alike({ alike, busy, onChoose, onAnother }: AlikeProps) {
  return (
    <div role="alert" className="rounded-xl bg-warn-wash p-4">
      <p className="font-semibold text-warn">Same name and contact</p>
      <ul className="mt-2 grid gap-2">
        {alike.map(({ id, name, phone, email }) => (
          <li key={id}>
            <Button variant="secondary" className="bg-paper!" onClick={() => onChoose({ id, name })}>
              Use {name}, {phone ? readablePhone(phone) : email}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" busy={busy} className="mt-2 -ml-3" onClick={onAnother}>
        Add as another person
      </Button>
    </div>
  );
}
