import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { sightingsQuery, type Sighting } from './queries';

/** What someone did with a record, in words; what is not named here was a look at it. */
const DEEDS: Record<string, string> = {
  'patient.read': 'opened the record',
  'patient.create': 'added the record',
  'patient.edit': 'changed the details',
  'patient.tag': 'changed the tags',
  'patient.note': 'wrote the note',
  'patient.archive': 'archived the record',
  'patient.restore': 'restored the record',
  'patient.confirm': 'confirmed the identity',
  'patient.merge': 'merged it with another record',
  'patient.unmerge': 'undid a merge',
  'patient.tell_apart': 'marked it not a duplicate',
  'patient.anonymize': 'anonymized the record',
  'outreach.create': 'had Mia call or message',
  'outreach.cancel': 'canceled a call or message from Mia',
  'consent.grant': 'recorded a consent',
  'consent.refuse': 'recorded a refusal',
  'consent.suppress': 'recorded an opt-out',
  'consent.lift': 'recorded an opt-in',
};

const explainSightings = explain('Couldn’t load who viewed this record.');

export interface SightingsProps {
  slug: string;
  id: string;
  timeZone: string;
}

/** Who saw the record and what they did with it; asked for when someone wants to know. */
export function Sightings({ slug, id, timeZone }: SightingsProps) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Who viewed this record"
      note="From the audit log, by person and day. List views that included this patient are in the activity log."
      actions={
        <Button variant="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {open && <List slug={slug} id={id} timeZone={timeZone} />}
    </Section>
  );
}

function List({ slug, id, timeZone }: SightingsProps) {
  const query = useQuery(sightingsQuery(slug, id));
  return (
    <Loaded query={query} waiting="Loading who viewed this record" explain={explainSightings}>
      {(items) =>
        items.length === 0 ? (
          <EmptyNote title="No views yet" />
        ) : (
          <ul className="border-t border-line">
            {items.map((item) => (
              <li
                key={`${item.actor} ${item.action} ${item.outcome} ${item.last_at}`}
                className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3 last:border-b-0 sm:px-6"
              >
                <Deed item={item} />
                <time dateTime={item.last_at} className="text-sm text-slate tabular-nums">
                  {longTimestamp(item.last_at, timeZone)}
                </time>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Deed({ item }: { item: Sighting }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="font-medium">{item.actor}</span>
      {DEEDS[item.action] ?? 'viewed the record'}
      {item.times > 1 && <Badge>{`${item.times} times`}</Badge>}
    </p>
  );
}
