import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { SearchField } from '@/ui/fields/search-field';
import { useSettled } from '@/ui/hooks/use-settled';
import { Dialog } from '@/ui/overlays/dialog';
import { patientsLike } from './queries';

/** A pause in typing after which patients are asked for. */
const TYPING_PAUSE_MS = 250;

export interface NewMessageProps {
  slug: string;
  onChoose: (patientId: string) => void;
}

/** Asks whom to write to; how, and whether they may be written to, is said beside the box to write in. */
export function NewMessage({ slug, onChoose }: NewMessageProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <PenLine aria-hidden="true" className="size-4.5" />
        New message
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="New message">
        {open && <Finder slug={slug} onChoose={(id) => (setOpen(false), onChoose(id))} />}
      </Dialog>
    </>
  );
}

const explainPatients = explain('Couldn’t search patients.');

function Finder({ slug, onChoose }: NewMessageProps) {
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const found = useQuery(patientsLike(slug, query));
  return (
    <div className="mt-4 grid gap-3">
      <SearchField label="Patient" placeholder="Name or phone" value={typed} onChange={setTyped} />
      {query.length > 1 && (
        <Loaded query={found} waiting="Searching patients" rows={1} explain={explainPatients}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-slate">No patient matches that name or phone.</p>
            ) : (
              <ul aria-label="Patients found" className="-mx-3 grid gap-1">
                {items.map(({ id, name, phone }) => (
                  <li key={id}>
                    <button
                      type="button"
                      onClick={() => onChoose(id)}
                      className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-xl px-3 py-2 text-left hover:bg-celadon"
                    >
                      <span className="min-w-0 font-medium break-words">{name}</span>
                      <span className="text-sm text-slate tabular-nums">{phone ? readablePhone(phone) : 'No phone'}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </div>
  );
}
