import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, ArrowLeft, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { explain, reasonOf } from '@/api/answer';
import { longDate } from '@/lib/time/clinic-time';
import { now } from '@/lib/time/now';
import { readablePhone } from '@/lib/phone';
import { callAddress } from '@/lib/reach';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { Tags } from '@/ui/patient-tags';
import { ReachActions } from '@/ui/buttons/reach-actions';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { Consents } from './consents';
import { Duplicates } from './duplicates';
import { Identity } from './identity';
import { EditDialog } from './patient-dialog';
import { archivePatient, profileQuery, useFreshPatients, type Profile as ProfileData } from './queries';
import { Sightings } from './sightings';
import { Timeline } from './timeline';

const explainProfile = explain('Couldn’t load the record.');

export interface ProfileProps {
  slug: string;
  id: string;
  timeZone: string;
  mayWrite: boolean;
  /** The ways to contact the patient, and the note. */
  contact: ReactNode;
}

/** Everything about one patient on one page. */
export function Profile({ slug, id, timeZone, mayWrite, contact }: ProfileProps) {
  const query = useQuery(profileQuery(slug, id));
  return (
    <>
      <Link
        to={`/dashboard/${slug}/patients`}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start text-petrol underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All patients
      </Link>
      <Loaded query={query} waiting="Loading the record" rows={6} explain={explainProfile}>
        {(profile) => (
          <>
            <title>{`${profile.record.name} · Patients`}</title>
            <Head slug={slug} profile={profile} mayWrite={mayWrite} />
            {profile.record.merged_into ? (
              <Merged slug={slug} into={profile.record.merged_into} />
            ) : (
              <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
                <div className="grid min-w-0 gap-6 max-lg:order-2">
                  <Timeline slug={slug} id={id} timeZone={timeZone} mayContact={mayWrite} />
                  <Sightings slug={slug} id={id} timeZone={timeZone} />
                </div>
                <div className="grid min-w-0 gap-6">
                  {profile.record.unverified && <Identity slug={slug} profile={profile} mayWrite={mayWrite} />}
                  <Facts profile={profile} timeZone={timeZone} />
                  <Section title="Contact">
                    <div className="px-5 pb-6 sm:px-6">{contact}</div>
                  </Section>
                  <Consents slug={slug} profile={profile} mayWrite={mayWrite} />
                  {!profile.record.unverified && (
                    <Duplicates slug={slug} profile={profile} timeZone={timeZone} mayWrite={mayWrite} />
                  )}
                </div>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

interface HeadProps {
  slug: string;
  profile: ProfileData;
  mayWrite: boolean;
}

function Head({ slug, profile, mayWrite }: HeadProps) {
  const [editing, setEditing] = useState(false);
  const { record } = profile;
  const changeable = mayWrite && !record.merged_into;
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-3">
        <h1 className="font-display text-[2.5rem] leading-tight font-medium break-words text-balance">{record.name}</h1>
        <div className="flex flex-wrap gap-2">
          {record.unverified && !record.merged_into && <Badge tone="warn">Unverified</Badge>}
          {record.archived && <Badge tone="warn">Archived</Badge>}
          {profile.stops.length > 0 && <Badge tone="warn">Opted out</Badge>}
          {profile.overdue && <Badge tone="bad">Overdue</Badge>}
          <Tags tags={record.tags} />
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {!record.merged_into && (
          <ReachActions
            slug={slug}
            patientId={record.id}
            phone={record.phone}
            threadId={profile.conversation_id}
            noText={profile.no_text}
            noBook={record.archived ? 'To book, restore the record first.' : null}
            may={{ book: mayWrite, text: mayWrite }}
          />
        )}
        {changeable && (
          <>
            <ArchiveButton slug={slug} profile={profile} />
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" className="size-4.5" />
              Edit
            </Button>
          </>
        )}
      </div>
      <EditDialog slug={slug} record={record} open={editing} onClose={() => setEditing(false)} />
    </header>
  );
}

function ArchiveButton({ slug, profile: { record } }: Omit<HeadProps, 'mayWrite'>) {
  const [asking, setAsking] = useState(false);
  const say = useToast();
  const refresh = useFreshPatients(slug);

  async function put(archived: boolean) {
    await archivePatient(slug, record.id, archived);
    await refresh();
    if (archived) say(`${record.name} is archived.`, { label: 'Undo', run: () => void restore() });
  }

  async function restore() {
    try {
      await put(false);
      say(`${record.name} is back on the lists.`);
    } catch (error) {
      say(reasonOf(error, 'Couldn’t restore the record.'));
    }
  }

  if (record.archived) {
    return (
      <Button variant="secondary" onClick={() => void restore()}>
        <ArchiveRestore aria-hidden="true" className="size-4.5" />
        Restore
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <Archive aria-hidden="true" className="size-4.5" />
        Archive
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Archive ${record.name}?`}
        action="Yes, archive"
        onConfirm={() => put(true)}
        explain={(error) => reasonOf(error, 'Couldn’t archive the record. Please try again.')}
      >
        <p>
          The record is hidden from lists, and planned messages are canceled. The patient won’t be contacted. You can restore it from the archive.
        </p>
      </ConfirmDialog>
    </>
  );
}

function Merged({ slug, into }: { slug: string; into: string }) {
  return (
    <p className="rounded-card border border-line bg-paper p-6">
      This record was merged into another one.{' '}
      <Link to={`/dashboard/${slug}/patients/${into}`} className="text-petrol underline underline-offset-4">
        Open that record
      </Link>
    </p>
  );
}

function Facts({ profile, timeZone }: { profile: ProfileData; timeZone: string }) {
  const { record, last_visit: lastVisit, last_treatment: treatment } = profile;
  return (
    <Section title="Details">
      <dl className="grid gap-3 px-5 pb-6 sm:grid-cols-2 sm:px-6 lg:grid-cols-1">
        <Fact name="Phone">
          {record.phone ? (
            <a href={callAddress(record.phone)} className="inline-flex min-h-6 items-center text-petrol tabular-nums underline decoration-1 underline-offset-4 max-lg:min-h-11">
              {readablePhone(record.phone)}
            </a>
          ) : (
            'Not on file'
          )}
        </Fact>
        <Fact name="Email">
          {record.email ? (
            <a href={`mailto:${record.email}`} className="inline-block py-0.5 break-all text-petrol underline decoration-1 underline-offset-4">
              {record.email}
            </a>
          ) : (
            'Not on file'
          )}
        </Fact>
        <Fact name="Date of birth">
          {record.birth_date ? (
            <>
              {longDate(`${record.birth_date}T12:00:00Z`, 'UTC')} ({ageOn(record.birth_date, new Date(now()))})
            </>
          ) : (
            'Not on file'
          )}
        </Fact>
        <Fact name="Last visit">
          {lastVisit ? `${treatment ?? 'Visit'}, ${longDate(lastVisit, timeZone)}` : 'None yet'}
        </Fact>
        <Fact name="Patient since">{longDate(record.created_at, timeZone)}</Fact>
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-slate">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Whole years of someone born on a day, on another. */
export function ageOn(birthDate: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number);
  const before = now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < day);
  return now.getFullYear() - year - (before ? 1 : 0);
}
