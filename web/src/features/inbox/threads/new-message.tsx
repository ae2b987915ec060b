import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { explain } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { SearchField } from '@/ui/fields/search-field';
import { useSettled } from '@/ui/hooks/use-settled';
import { Dialog } from '@/ui/overlays/dialog';
import { leadsLike, patientsLike } from './queries';

/** A pause in typing after which patients are asked for. */
const TYPING_PAUSE_MS = 250;

export interface NewMessageProps {
  slug: string;
  mayReadLeads: boolean;
  /** Whom it begins to look for. */
  query?: string;
  /** A patient's or a lead's id. */
  onChoose: (id: string) => void;
}

/** Asks whom to write to; how, and whether they may be written to, is said beside the box to write in. */
export function NewMessage({ slug, mayReadLeads, query = '', onChoose }: NewMessageProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <PenLine aria-hidden="true" className="size-4.5" />
        {query ? 'Start a conversation' : 'New message'}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="New message">
        {open && <Finder {...{ slug, mayReadLeads, query }} onChoose={(id) => (setOpen(false), onChoose(id))} />}
      </Dialog>
    </>
  );
}

const explainPatients = explain('Couldn’t search patients.');
const explainLeads = explain('Couldn’t search leads.');

function Finder({ slug, mayReadLeads, query: begun = '', onChoose }: NewMessageProps) {
  const [typed, setTyped] = useState(begun);
  const query = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const patients = useQuery(patientsLike(slug, query));
  const leads = useQuery(leadsLike(slug, query, mayReadLeads));
  const nobody = patients.data?.items.length === 0 && (!mayReadLeads || leads.data?.items.length === 0);
  return (
    <div className="mt-4 grid gap-3">
      <SearchField label="To" placeholder="Name or phone" value={typed} onChange={setTyped} />
      {query.length > 1 && (
        <>
          <Loaded query={patients} waiting="Searching patients" rows={1} explain={explainPatients}>
            {({ items }) => (
              <Group title="Patients">
                {items.map(({ id, name, phone }) => (
                  <Choice key={id} name={name} note={phone ? readablePhone(phone) : 'No phone'} onChoose={() => onChoose(id)} />
                ))}
              </Group>
            )}
          </Loaded>
          {mayReadLeads && (
            <Loaded query={leads} waiting="Searching leads" rows={1} explain={explainLeads}>
              {({ items }) => (
                <Group title="Leads">
                  {items.map((lead) => (
                    <Choice key={lead.id} name={lead.name ?? 'Unknown'} note={noteOn(lead)} onChoose={() => onChoose(lead.id)} />
                  ))}
                </Group>
              )}
            </Loaded>
          )}
          {nobody && <p className="text-slate">{mayReadLeads ? 'No patient or lead matches that.' : 'No patient matches that name or phone.'}</p>}
        </>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactElement[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3 className="text-sm text-slate">{title}</h3>
      <ul aria-label={`${title} found`} className="-mx-3 grid gap-1">
        {children}
      </ul>
    </section>
  );
}

function Choice({ name, note, onChoose }: { name: string; note: string; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-xl px-3 py-2 text-left hover:bg-celadon"
      >
        <span className="min-w-0 font-medium break-words">{name}</span>
        <span className="text-sm text-slate tabular-nums">{note}</span>
      </button>
    </li>
  );
}

const AGREED = { sms: 'texts', email: 'emails', call: 'calls', ai_voice: 'calls by Mia' };

/** Where a lead is reached, and what they agreed to. */
function noteOn({ phone, email, agreed_to: agreed, opted_out: stopped }: Schemas['FoundLeadOut']): string {
  const consent = agreed.length > 0 ? `agreed to ${agreed.map((one) => AGREED[one]).join(', ')}` : 'no consent recorded';
  return `${phone ?? email ?? ''}, ${stopped ? 'opted out' : consent}`;
}
