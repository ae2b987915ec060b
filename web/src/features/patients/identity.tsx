import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { reasonOf } from '@/api/answer';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { reasonsInWords } from './duplicates';
import { confirmIdentity, useFreshPatients, type PatientRecord, type Profile } from './queries';

export interface IdentityProps {
  slug: string;
  profile: Profile;
  mayWrite: boolean;
}

/** What a stranger's booking asks of staff: whose it is, among those it may be, or someone new. */
export function Identity({ slug, profile: { record, lookalikes }, mayWrite }: IdentityProps) {
  const [chosen, setChosen] = useState<PatientRecord | 'new'>();
  const navigate = useNavigate();
  const say = useToast();
  const refresh = useFreshPatients(slug);
  const matches = lookalikes.filter((one) => !one.record.unverified);

  async function confirm(match: PatientRecord | 'new') {
    const kept = await confirmIdentity(slug, record.id, match === 'new' ? null : match.id);
    await refresh();
    say(match === 'new' ? `${record.name} is confirmed as a new patient.` : `Linked to ${match.name}.`);
    if (kept !== record.id) await navigate(`/dashboard/${slug}/patients/${kept}`, { replace: true });
  }

  return (
    <Section title="Confirm identity" note="The identity of the person who booked hasn’t been confirmed.">
      {matches.length > 0 && (
        <ul className="border-t border-line">
          {matches.map(({ record: match, reasons }) => (
            <Match
              key={match.id}
              slug={slug}
              record={match}
              reasons={reasons}
              onChoose={mayWrite ? () => setChosen(match) : undefined}
            />
          ))}
        </ul>
      )}
      <div className="grid gap-3 px-5 py-5 sm:px-6">
        {matches.length === 0 && <p className="text-slate">No matching records.</p>}
        {mayWrite && (
          <Button variant={matches.length > 0 ? 'quiet' : 'secondary'} className="justify-self-start" onClick={() => setChosen('new')}>
            Confirm as new patient
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen && chosen !== 'new' ? `Link to ${chosen.name}?` : `Confirm ${record.name} as a new patient?`}
        action={chosen === 'new' ? 'Confirm patient' : 'Link booking'}
        onConfirm={() => (chosen ? confirm(chosen) : Promise.resolve())}
        explain={(error) => reasonOf(error, 'Couldn’t save. Please try again.')}
      >
        <p>
          {chosen === 'new'
            ? 'Confirm with the person by phone or at the desk first. Their number stays verified for 90 days.'
            : 'Confirm with the person by phone or at the desk first. The booking moves to that record. If it is archived, it is restored.'}
        </p>
      </ConfirmDialog>
    </Section>
  );
}

interface MatchProps {
  slug: string;
  record: PatientRecord;
  reasons: readonly string[];
  onChoose: (() => void) | undefined;
}

/** A record that it may be, and why. */
function Match({ slug, record, reasons, onChoose }: MatchProps) {
  return (
    <li className="grid gap-2 border-b border-line px-5 py-4 sm:px-6">
      <p>
        <Link
          to={`/dashboard/${slug}/patients/${record.id}`}
          className="font-semibold text-petrol underline decoration-1 underline-offset-4"
        >
          {record.name}
        </Link>
        {record.phone && <span className="ml-2 text-slate tabular-nums">{readablePhone(record.phone)}</span>}
      </p>
      <p className="text-[0.9375rem] text-slate">
        {reasonsInWords(reasons)}
        {record.archived && ' · archived'}
      </p>
      {onChoose && (
        <Button variant="secondary" className="justify-self-start" onClick={onChoose}>
          Same person<span className="sr-only"> as {record.name}</span>
        </Button>
      )}
    </li>
  );
}
