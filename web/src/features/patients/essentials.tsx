import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { longDate, soonTime } from '@/lib/time/clinic-time';
import { dollars } from '@/lib/figures';
import { readablePhone } from '@/lib/phone';
import { callAddress } from '@/lib/reach';
import { Badge } from '@/ui/badge';
import { Loaded } from '@/ui/feedback/loaded';
import { Tags } from '@/ui/patient-tags';
import { CHANNELS, KINDS } from './consent-words';
import { profileQuery, type Profile } from './queries';

const explainPatient = explain('Couldn’t load the patient.');

export interface EssentialsProps {
  slug: string;
  timeZone: string;
  id: string;
  /** Whether the reader may write to patients. */
  mayWrite: boolean;
}

/** What one needs to know of a patient to answer them: next visit, what is due, consents, value, phone. */
export function Essentials({ slug, timeZone, id, mayWrite }: EssentialsProps) {
  const query = useQuery(profileQuery(slug, id));
  return (
    <aside aria-label="Patient">
      <Loaded query={query} waiting="Loading the patient" explain={explainPatient}>
        {(profile) => (
          <div className="grid gap-4 px-5 py-5">
            <div className="grid gap-2">
              <h3 className="font-display text-xl leading-tight font-medium break-words">{profile.record.name}</h3>
              <p className="flex flex-wrap gap-2 empty:hidden">
                {profile.stops.length > 0 && <Badge tone="warn">Opted out</Badge>}
                {profile.record.unverified && <Badge tone="warn">Unverified</Badge>}
                {profile.overdue && <Badge tone="bad">Overdue</Badge>}
              </p>
              <Tags tags={profile.record.tags} />
            </div>
            <Facts profile={profile} timeZone={timeZone} />
            <p className="flex flex-wrap gap-x-5">
              {mayWrite && profile.record.phone && <Way to={`/dashboard/${slug}/messages?to=${id}&by=sms`}>Text</Way>}
              {mayWrite && profile.record.email && <Way to={`/dashboard/${slug}/messages?to=${id}&by=email`}>Email</Way>}
              <Way to={`/dashboard/${slug}/patients/${id}`}>Open record</Way>
            </p>
          </div>
        )}
      </Loaded>
    </aside>
  );
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-petrol underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}

function Facts({ profile, timeZone }: { profile: Profile; timeZone: string }) {
  const { record, next_visit: next, due, last_visit: last, last_treatment: treatment } = profile;
  return (
    <dl className="grid gap-3 sm:max-xl:grid-cols-2">
      <Fact name="Next visit">
        {next ? `${next.service}, ${soonTime(next.starts_at, timeZone)} with ${next.provider}` : 'None booked'}
      </Fact>
      <Fact name="Due">{due ? `${due.service}, ${longDate(due.due_at, timeZone)}` : 'Nothing due'}</Fact>
      <Fact name="Last visit">{last ? `${treatment ?? 'Visit'}, ${longDate(last, timeZone)}` : 'None yet'}</Fact>
      <Fact name="Value">{dollars(profile.value_cents)}</Fact>
      <Fact name="Phone">
        {record.phone ? (
          <a href={callAddress(record.phone)} className="inline-flex min-h-6 items-center text-petrol tabular-nums underline decoration-1 underline-offset-4 max-lg:min-h-11">
            {readablePhone(record.phone)}
          </a>
        ) : (
          'Not on file'
        )}
      </Fact>
      <Fact name="Email">{record.email ?? 'Not on file'}</Fact>
      <Fact name="Consents">
        <Consents profile={profile} />
      </Fact>
    </dl>
  );
}

function Consents({ profile }: { profile: Profile }) {
  if (profile.stops.length > 0) return 'Asked not to be contacted';
  return (
    <ul>
      {CHANNELS.map(({ value, label }) => {
        const allowed = KINDS.filter(({ value: kind }) =>
          profile.standings.some((one) => one.channel === value && one.message_class === kind && one.allowed),
        );
        return (
          <li key={value}>
            {label}: {allowed.length > 0 ? allowed.map(({ short }) => short.toLowerCase()).join(', ') : 'none'}
          </li>
        );
      })}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-slate">{name}</dt>
      <dd className="text-[0.9375rem] break-words">{children}</dd>
    </div>
  );
}
