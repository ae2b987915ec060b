import { Ban, Check, X } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { ConsentDialog, OptInDialog } from './consent-dialog';
import { CHANNELS, KINDS, STOPS } from './consent-words';
import { optOut, useFreshPatients, type Profile, type Standing } from './queries';

export interface ConsentsProps {
  slug: string;
  profile: Profile;
  mayWrite: boolean;
}

/** What the patient agrees to, on each channel and for each kind of message, and writing down a change of it. */
export function Consents({ slug, profile, mayWrite }: ConsentsProps) {
  const [asking, setAsking] = useState<'change' | 'opt-out' | 'opt-in'>();
  const close = () => setAsking(undefined);
  const stopped = profile.stops.length > 0;
  return (
    <Section title="Consent" note="Contact hours and limits are checked at send time. See the timeline for details.">
      {stopped && <OptedOut profile={profile} onOptIn={mayWrite ? () => setAsking('opt-in') : undefined} />}
      <Matrix standings={profile.standings} />
      {mayWrite && (
        <div className="flex flex-wrap gap-3 border-t border-line px-5 py-4 sm:px-6">
          <Button variant="secondary" onClick={() => setAsking('change')}>
            Record a change
          </Button>
          {!stopped && (
            <Button variant="quiet" className="text-bad" onClick={() => setAsking('opt-out')}>
              <Ban aria-hidden="true" className="size-4.5" />
              Opt out of all contact
            </Button>
          )}
        </div>
      )}
      <ConsentDialog slug={slug} profile={profile} open={asking === 'change'} onClose={close} />
      <OptInDialog slug={slug} profile={profile} open={asking === 'opt-in'} onClose={close} />
      <OptOutDialog slug={slug} profile={profile} open={asking === 'opt-out'} onClose={close} />
    </Section>
  );
}

function OptedOut({ profile, onOptIn }: { profile: Profile; onOptIn: (() => void) | undefined }) {
  const byStaff = profile.stops.every((reason) => reason === 'staff');
  return (
    <div role="status" className="mx-5 mb-4 rounded-xl bg-warn-wash p-4 text-warn sm:mx-6">
      <p className="font-semibold">Opted out</p>
      <p className="mt-1 text-[0.9375rem]">{profile.stops.map((reason) => STOPS[reason] ?? reason).join(' ')}</p>
      {byStaff && onOptIn && (
        <Button variant="secondary" onClick={onOptIn} className="mt-3">
          Opt back in
        </Button>
      )}
    </div>
  );
}

function Matrix({ standings }: { standings: readonly Standing[] }) {
  const of = (channel: Standing['channel'], kind: Standing['message_class']) =>
    standings.find((one) => one.channel === channel && one.message_class === kind);
  return (
    <table className="w-full text-left">
      <thead className="border-y border-line text-sm text-slate">
        <tr>
          <th scope="col" className="py-2 pl-5 font-medium sm:pl-6">
            Channel
          </th>
          {KINDS.map(({ value, short }) => (
            <th key={value} scope="col" className="px-2 py-2 font-medium last:pr-5 sm:last:pr-6">
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {CHANNELS.map(({ value, label }) => (
          <tr key={value} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="py-3 pl-5 font-medium sm:pl-6">
              {label}
            </th>
            {KINDS.map((kind) => (
              <td key={kind.value} className="px-2 py-3 last:pr-5 sm:last:pr-6">
                <Answer standing={of(value, kind.value)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SHORT: Record<string, string> = {
  no_address: 'Not on file',
  no_consent: 'Not agreed',
  no_written_consent: 'Not in writing',
  no_ai_voice_consent: 'Not agreed',
  declined: 'Refused',
  opted_out: 'Opted out',
  wrong_number: 'Wrong number',
  do_not_contact: 'Do not contact',
  archived: 'Archived',
  minor: 'Minor',
  deceased: 'Deceased',
};

function Answer({ standing }: { standing: Standing | undefined }) {
  if (!standing) return null;
  const { allowed, rule, reason } = standing;
  return (
    <span className={allowed ? 'flex items-center gap-1 text-good' : 'flex items-start gap-1 text-slate'} title={reason ?? undefined}>
      {allowed ? (
        <Check aria-hidden="true" className="size-4.5 shrink-0" />
      ) : (
        <X aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      )}
      <span className="text-sm leading-snug">{allowed ? 'Yes' : (SHORT[rule ?? ''] ?? reason)}</span>
    </span>
  );
}

interface OptOutDialogProps {
  slug: string;
  profile: Profile;
  open: boolean;
  onClose: () => void;
}

function OptOutDialog({ slug, profile: { record }, open, onClose }: OptOutDialogProps) {
  const say = useToast();
  const refresh = useFreshPatients(slug);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Opt ${record.name} out?`}
      action="Yes, opt out"
      danger
      onConfirm={async () => {
        await optOut(slug, record.id);
        await refresh();
        say(`${record.name} gets no messages and no calls any more.`);
      }}
      explain={(error) => reasonOf(error, 'Couldn’t save the opt-out. Please try again.')}
    >
      <p>
        Works like STOP: immediately, on every channel, and cancels planned messages. The patient can opt back in by texting START or telling you.
      </p>
    </ConfirmDialog>
  );
}
