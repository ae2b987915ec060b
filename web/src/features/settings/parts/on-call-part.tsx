import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { explain, reasonOf } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { CheckCards } from '@/ui/fields/check-cards';
import { IconButton } from '@/ui/buttons/icon-button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import type { PartProps } from './part';
import { onCallQuery, saveOnCall, sendTestAlert } from '../queries';
import { SectionForm } from '../forms/section-form';
import { useDraft, type Draft } from '../forms/use-draft';

type OnCall = Schemas['OnCallOut'];
type Way = Schemas['OnCallContactOut']['ways'][number];
interface Person {
  id: string | null;
  name: string;
  phone: string;
  email: string;
  ways: Way[];
}
interface List {
  contacts: Person[];
}

const MOST = 10;
const WAYS: readonly { value: Way; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'email', label: 'Email' },
  { value: 'call', label: 'Call' },
];
const LABELS = { contacts: 'Contacts' };

/** Who is alerted at once when a caller may need help, and in which order. */
export function OnCallPart({ slug, timeZone }: PartProps) {
  const query = useQuery(onCallQuery(slug));
  return (
    <Loaded query={query} waiting="Loading on-call contacts" explain={explain('Couldn’t load on-call contacts.')}>
      {(onCall) => (
        <>
          <Contacts slug={slug} onCall={onCall} />
          <Test slug={slug} onCall={onCall} timeZone={timeZone} />
        </>
      )}
    </Loaded>
  );
}

function Contacts({ slug, onCall }: { slug: string; onCall: OnCall }) {
  const queries = useQueryClient();
  const draft = useDraft<List>({ version: onCall.version, value: listOf(onCall) }, async (value, version) => {
    const contacts = value.contacts.map((one) => ({ ...one, phone: one.phone || null, email: one.email || null }));
    queries.setQueryData(onCallQuery(slug).queryKey, await saveOnCall(slug, { version, contacts }));
  });
  const { contacts } = draft.value;
  const change = (place: number, one: Partial<Person>) =>
    draft.set({ contacts: contacts.map((old, at) => (at === place ? { ...old, ...one } : old)) });
  return (
    <SectionForm
      title="On-call alerts"
      note="If a caller may have an emergency, Mia alerts these people right away: first the top contact, then the next every five minutes until someone acknowledges. After three rounds, the owners get an email."
      draft={draft}
      labels={LABELS}
    >
      {!onCall.covered && (
        <p role="status" className="rounded-xl bg-warn-wash px-4 py-3">
          No one can be alerted right now. In an emergency, Mia tells callers to dial 911 and creates a task, but doesn’t say your team was alerted.
        </p>
      )}
      {contacts.length === 0 && <EmptyNote title="No on-call contacts">Add the first person to alert.</EmptyNote>}
      {contacts.map((one, place) => (
        // A contact that is new has no other identity than its place.
        <PersonFields
          key={one.id ?? `new-${place}`}
          one={one}
          place={place}
          count={contacts.length}
          broken={onCall.contacts.find(({ id }) => id === one.id)?.broken ?? []}
          faults={draft.faults}
          onChange={(now) => change(place, now)}
          onRemove={() => draft.set({ contacts: contacts.filter((_, at) => at !== place) })}
          onMove={(by) => draft.set({ contacts: moved(contacts, place, by) })}
        />
      ))}
      {contacts.length < MOST && (
        <div>
          <Button
            variant="secondary"
            onClick={() => draft.set({ contacts: [...contacts, { id: null, name: '', phone: '', email: '', ways: ['text'] }] })}
          >
            <Plus aria-hidden="true" className="size-4" />
            Add contact
          </Button>
        </div>
      )}
    </SectionForm>
  );
}

interface PersonFieldsProps {
  one: Person;
  place: number;
  count: number;
  broken: Schemas['BrokenWayOut'][];
  faults: Draft<List>['faults'];
  onChange: (one: Partial<Person>) => void;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
}

function PersonFields({ one, place, count, broken, faults, onChange, onRemove, onMove }: PersonFieldsProps) {
  const name = one.name || `contact ${place + 1}`;
  const fault = (field: string) => faults[`contacts.${place}.${field}`];
  return (
    <fieldset className="min-w-0 rounded-2xl border border-line p-4 sm:p-5">
      <legend className="sr-only">Contact {place + 1}</legend>
      <div className="mb-4 flex items-center justify-between gap-3">
        <p aria-hidden="true" className="font-semibold">
          {place === 0 ? 'First' : `Number ${place + 1}`}
        </p>
        <div className="flex gap-2">
          <IconButton label={`Move ${name} up`} disabled={place === 0} onClick={() => onMove(-1)}>
            <ArrowUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Move ${name} down`} disabled={place === count - 1} onClick={() => onMove(1)}>
            <ArrowDown aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" value={one.name} error={fault('name')} onChange={(e) => onChange({ name: e.target.value })} />
        <TextField
          label="Phone"
          type="tel"
          value={one.phone}
          error={fault('phone')}
          onChange={(e) => onChange({ phone: e.target.value })}
        />
        <TextField
          label="Email"
          type="email"
          value={one.email}
          error={fault('email')}
          onChange={(e) => onChange({ email: e.target.value })}
        />
        <CheckCards legend="Alert by" options={WAYS} chosen={one.ways} onChange={(ways) => onChange({ ways: ways as Way[] })} />
      </div>
      <Problem className="mt-4">{fault('ways') && 'Choose at least one method.'}</Problem>
      {broken.map(({ way, why }) => (
        <p key={way} className="mt-4 rounded-xl bg-warn-wash px-4 py-3">
          {WAYS.find(({ value }) => value === way)?.label}: {why}
        </p>
      ))}
    </fieldset>
  );
}

function Test({ slug, onCall, timeZone }: { slug: string; onCall: OnCall; timeZone: string }) {
  const queries = useQueryClient();
  const say = useToast();
  const test = useMutation({
    mutationFn: () => sendTestAlert(slug),
    onSuccess: (now) => {
      queries.setQueryData(onCallQuery(slug).queryKey, now);
      say('Test alert sent.');
    },
  });
  const last = onCall.last_test;
  return (
    <Section
      title="Test"
      note="Sends a test to everyone on the list by every available method. Owners don’t get it."
      actions={
        <Button variant="secondary" busy={test.isPending} disabled={!onCall.covered} onClick={() => test.mutate()}>
          Send test alert
        </Button>
      }
    >
      <div className="grid gap-4 border-t border-line px-5 py-5 sm:px-6">
        <Problem>{test.isError ? reasonOf(test.error, 'Couldn’t send the test.') : undefined}</Problem>
        {last ? (
          <>
            <p>
              Last test: {longTimestamp(last.raised_at, timeZone)}.{' '}
              {last.acknowledged_at
                ? `Acknowledged by ${last.acknowledged_by} at ${longTimestamp(last.acknowledged_at, timeZone)}.`
                : 'Not acknowledged yet.'}
            </p>
            <ul className="grid gap-1 text-[0.9375rem] text-slate">
              {last.told.map((told, place) => (
                <li key={place}>
                  {told.name}, {told.way}: {STATES[told.state]}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-slate">No test sent yet.</p>
        )}
      </div>
    </Section>
  );
}

const STATES: Record<Schemas['ToldOut']['state'], string> = {
  queued: 'sending',
  sending: 'sending',
  sent: 'sent',
  failed: 'not reached',
  skipped: 'not sent',
};

function listOf(onCall: OnCall): List {
  return {
    contacts: onCall.contacts.map(({ id, name, phone, email, ways }) => ({ id, name, phone: phone ?? '', email: email ?? '', ways })),
  };
}

function moved(contacts: readonly Person[], place: number, by: 1 | -1): Person[] {
  const now = [...contacts];
  const [one] = now.splice(place, 1);
  if (one) now.splice(place + by, 0, one);
  return now;
}
