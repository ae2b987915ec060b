import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { longTimestamp } from '@/lib/clinic-time';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { EmptyNote } from '@/ui/notes';
import { Section } from '@/ui/section';
import { sightingsQuery, type Sighting } from './queries';

/** What somebody did with a record, in words; what is not named here was a look at it. */
const DEEDS: Record<string, string> = {
  'patient.read': 'opened the record',
  'patient.create': 'added the record',
  'patient.edit': 'changed the details',
  'patient.tag': 'changed the tags',
  'patient.note': 'wrote the note',
  'patient.archive': 'archived the record',
  'patient.restore': 'took it out of the archive',
  'patient.confirm': 'confirmed who it is',
  'patient.merge': 'merged it with another record',
  'patient.unmerge': 'undid a merge',
  'patient.tell_apart': 'said that it is no duplicate',
  'patient.anonymize': 'removed who it is',
  'outreach.create': 'had Mia call or write',
  'outreach.cancel': 'stopped a call or message of Mia',
  'consent.grant': 'recorded a consent',
  'consent.refuse': 'recorded what the patient does not want',
  'consent.suppress': 'recorded an opt-out',
  'consent.lift': 'recorded that contact is welcome again',
};

const explainSightings = explain('Who saw this record could not be loaded.');

export interface SightingsProps {
  slug: string;
  id: string;
  timeZone: string;
}

/** Who saw the record and what they did with it; asked for when somebody wants to know. */
export function Sightings({ slug, id, timeZone }: SightingsProps) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Who saw this record"
      note="From the audit trail, a line for each person and day. Lists on which the patient stood among others are in the activity log."
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
    <Loaded query={query} waiting="Loading who saw this record" explain={explainSightings}>
      {(items) =>
        items.length === 0 ? (
          <EmptyNote title="Nobody yet" />
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
      {DEEDS[item.action] ?? 'looked at the record'}
      {item.times > 1 && <Badge>{`${item.times} times`}</Badge>}
    </p>
  );
}
