import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { TextField } from '@/ui/fields/text-field';
import { useSettled } from '@/ui/hooks/use-settled';
import { patientsLike } from '../queries';
import { NewPatient } from './new-patient';
import type { Known } from './whom';

/** A pause in typing after which patients are asked for. */
const TYPING_PAUSE_MS = 250;

export interface ChosenPatient {
  id: string;
  name: string;
}

export interface PatientPickerProps {
  slug: string;
  chosen: ChosenPatient | null;
  /** What is known of who is to be found. */
  known?: Known | null;
  onChoose: (patient: ChosenPatient | null) => void;
}

const explainPatients = explain('Couldn’t search patients.');

/** Finds a patient by name or phone, typing errors forgiven. */
export function PatientPicker({ slug, chosen, known, onChoose }: PatientPickerProps) {
  const first = known ? (known.phone ? readablePhone(known.phone) : known.name || (known.email ?? '')) : '';
  const [typed, setTyped] = useState(first);
  const settled = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const [adding, setAdding] = useState(false);
  if (!chosen && adding) {
    const start = known && typed === first ? known : startOf(typed.trim());
    return <NewPatient slug={slug} start={start} onChoose={onChoose} onCancel={() => setAdding(false)} />;
  }
  if (chosen) {
    return (
      <div className="flex items-center justify-between gap-4 rounded-xl border border-line-strong py-1 pr-2 pl-4">
        <p>
          <span className="block text-sm text-slate">Patient</span>
          <span className="font-semibold">{chosen.name}</span>
        </p>
        <Button
          variant="quiet"
          onClick={() => {
            setAdding(false);
            onChoose(null);
          }}
        >
          Change
        </Button>
      </div>
    );
  }
  return (
    <div>
      <TextField
        label="Patient"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Name or phone"
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
      />
      {settled.length > 1 && <Found slug={slug} query={settled} onChoose={onChoose} />}
      <Button variant="quiet" className="mt-1 -ml-4" onClick={() => setAdding(true)}>
        {known?.name && typed === first ? `New patient: ${known.name}` : 'New patient'}
      </Button>
    </div>
  );
}

/** A new patient of whom a name or a number was typed. */
function startOf(typed: string): { name: string; phone: string } {
  return /\d{3}/.test(typed) ? { name: '', phone: typed } : { name: typed, phone: '' };
}

/** Everyone who has a name or a phone like what was typed. */
function Found({ slug, query, onChoose }: Pick<PatientPickerProps, 'slug' | 'onChoose'> & { query: string }) {
  const found = useQuery(patientsLike(slug, query));
  return (
      <div className="mt-2 overflow-hidden rounded-xl border border-line">
        <Loaded query={found} waiting="Searching patients" rows={1} explain={explainPatients}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="px-4 py-3 text-slate">No patient matches that name or phone.</p>
            ) : (
              <ul aria-label="Patients found">
                {items.map(({ id, name, phone }) => (
                  <li key={id} className="border-b border-line last:border-b-0">
                    <button
                      type="button"
                      onClick={() => onChoose({ id, name })}
                      className="flex min-h-11 w-full items-center justify-between gap-4 px-4 py-2 text-left hover:bg-celadon/50 focus-visible:-outline-offset-3"
                    >
                      <span className="font-medium">{name}</span>
                      {phone && <span className="text-sm text-slate tabular-nums">{readablePhone(phone)}</span>}
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
  );
}
