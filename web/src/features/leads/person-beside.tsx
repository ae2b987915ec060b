import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { $api } from '@/api/queries';
import { writeAddress } from '@/lib/reach';
import { soonTime } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { MakePatient } from './make-patient';
import { sourceName, STAGE_NAMES } from './words';

export type Person = Schemas['WriterOut'];

const explainPerson = explain('Couldn’t load who this is.');

/** Who writes in a conversation that is no patient's. */
export const personQuery = (slug: string, conversation: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/conversations/{conversation_id}/person', {
    params: { path: { slug, conversation_id: conversation } },
  });

/** The same of a lead, wherever they came from. */
const leadPersonQuery = (slug: string, lead: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/leads/{lead_id}/person', { params: { path: { slug, lead_id: lead } } });

export interface PersonBesideProps {
  slug: string;
  timeZone: string;
  /** The conversation they write in, if there is one. */
  conversation?: string | null | undefined;
  /** Their lead, where that is known; else who it is is read from the conversation. */
  lead?: string | null | undefined;
  may: { write: boolean; add: boolean };
}

/** What one needs to know to answer someone who is no patient yet, and the ways to go on with them. */
export function PersonBeside({ slug, timeZone, conversation, lead, may }: PersonBesideProps) {
  const byLead = useQuery({ ...leadPersonQuery(slug, lead ?? ''), enabled: Boolean(lead) });
  const byConversation = useQuery({ ...personQuery(slug, conversation ?? ''), enabled: !lead && Boolean(conversation) });
  const query = lead ? byLead : byConversation;
  return (
    <aside aria-label="Person">
      <Loaded query={query} waiting="Loading who this is" explain={explainPerson}>
        {(person) => (
          <div className="grid gap-4 px-5 py-5">
            <div className="grid gap-2">
              <h3 className="font-display text-xl leading-tight font-medium break-words">{nameIn(person)}</h3>
              <p className="flex flex-wrap gap-2">
                {person.opted_out && <Badge tone="warn">Opted out</Badge>}
                <Badge>{person.lead ? 'Lead' : 'Not a patient'}</Badge>
              </p>
            </div>
            <Facts person={person} timeZone={timeZone} />
            <Records slug={slug} records={person.records} />
            <Actions slug={slug} conversation={conversation} person={person} may={may} />
          </div>
        )}
      </Loaded>
    </aside>
  );
}

function nameIn({ lead, address }: Person): string {
  return lead?.name ?? (address || 'Unknown');
}

function Facts({ person: { lead, next_visit: visit, ...person }, timeZone }: { person: Person; timeZone: string }) {
  const byMail = person.address.includes('@');
  const facts: [string, string | null | undefined | false][] = [
    ['Next visit', visit ? `${visit.service}, ${soonTime(visit.starts_at, timeZone)} with ${visit.provider}` : 'None booked'],
    ['Interested in', lead && (lead.interest ?? 'Not said')],
    ['Stage', lead && STAGE_NAMES[lead.stage]],
    ['Source', lead && sourceName(lead.source)],
    ['Phone', lead?.phone ?? (!byMail && person.address)],
    ['Email', lead?.email ?? (byMail && person.address)],
    ['Consents', consents(person.agreed_to, person.opted_out)],
  ];
  return (
    <dl className="grid gap-3 sm:max-xl:grid-cols-2">
      {facts.map(([name, said]) => said && (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-slate">{name}</dt>
          <dd className="text-[0.9375rem] break-words">{said}</dd>
        </div>
      ))}
    </dl>
  );
}

const AGREED: Record<Person['agreed_to'][number], string> = {
  sms: 'texts',
  email: 'emails',
  call: 'calls',
  ai_voice: 'calls by Mia',
};

function consents(agreed: Person['agreed_to'], optedOut: boolean): string {
  if (optedOut) return 'Asked not to be contacted';
  return agreed.length > 0 ? `Agreed to ${agreed.map((one) => AGREED[one]).join(', ')}` : 'None yet. You may answer what they write.';
}

/** Patients with this number or email: which of them writes, nobody knows. */
function Records({ slug, records }: { slug: string; records: Person['records'] }) {
  if (records.length === 0) return null;
  return (
    <div>
      <h4 className="text-sm text-slate">{records.length > 1 ? 'Shared by several records' : 'Also on this record'}</h4>
      <ul>
        {records.map(({ id, name, unverified }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Way to={`/dashboard/${slug}/patients/${id}`}>{name}</Way>
            {unverified && <Badge tone="warn">Unverified</Badge>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Actions({ slug, conversation, person, may }: Pick<PersonBesideProps, 'slug' | 'conversation' | 'may'> & { person: Person }) {
  const [making, setMaking] = useState(false);
  const { lead } = person;
  const other = lead && (person.address.includes('@') ? lead.phone && 'sms' : lead.email && 'email');
  return (
    <>
      <p className="flex flex-wrap gap-x-5 empty:hidden">
        {may.write && lead && other && (
          <Way to={writeAddress(slug, lead.id, other)}>{other === 'sms' ? 'Text' : 'Email'}</Way>
        )}
        {lead && <Way to={`/dashboard/${slug}/leads?lead=${lead.id}`}>Open lead</Way>}
      </p>
      {may.add && conversation && (
        <>
          <Button variant="secondary" onClick={() => setMaking(true)}>
            Make a patient
          </Button>
          <MakePatient slug={slug} id={conversation} name={lead?.name ?? ''} open={making} onClose={() => setMaking(false)} />
        </>
      )}
    </>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-petrol underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}
