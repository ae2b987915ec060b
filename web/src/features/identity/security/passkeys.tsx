import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { longDate, timeAgo } from '@/lib/time/clinic-time';
import { canUsePasskeys } from '@/lib/session/webauthn';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { useToast } from '@/ui/feedback/toast';
import { Factor, type WithCodes } from './factor';
import { PasskeyDialog } from './passkey-dialog';
import { removePasskey, useAccountChanged, type Passkey } from './queries';
import { useStepUp, wordsFor } from './step-up';

export interface PasskeysProps extends WithCodes {
  passkeys: readonly Passkey[];
  timeZone: string;
}

/** Passkeys: the fingerprint, face or PIN of a device, or a security key. */
export function Passkeys({ passkeys, timeZone, onCodes }: PasskeysProps) {
  const [adding, setAdding] = useState(false);
  const able = canUsePasskeys();
  return (
    <Factor
      Icon={Fingerprint}
      title="Passkeys"
      mark={passkeys.length > 0 && <Badge tone="good">{passkeys.length}</Badge>}
      note={able ? 'A device’s fingerprint, face or PIN, or a security key.' : 'This browser doesn’t support passkeys.'}
      actions={
        able && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="mt-4 grid gap-3 sm:pl-10">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} timeZone={timeZone} />
          ))}
        </ul>
      )}
      <PasskeyDialog open={adding} onClose={() => setAdding(false)} onCodes={onCodes} />
    </Factor>
  );
}

function PasskeyRow({ passkey, timeZone }: { passkey: Passkey; timeZone: string }) {
  const [asking, setAsking] = useState(false);
  const confirmed = useStepUp();
  const changed = useAccountChanged();
  const say = useToast();

  async function remove() {
    await confirmed((password) => removePasskey(passkey.id, password));
    await changed();
    say(`Passkey ${passkey.name} removed.`);
  }

  return (
    <li className="flex items-center justify-between gap-4 rounded-xl bg-mist px-4 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium">{passkey.name}</p>
        <p className="text-sm text-slate">
          Added {longDate(passkey.created_at, timeZone)} ·{' '}
          {passkey.last_used_at ? `used ${timeAgo(passkey.last_used_at, timeZone)}` : 'not used yet'}
        </p>
      </div>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Remove<span className="sr-only"> the passkey {passkey.name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove this passkey?"
        action="Yes, remove"
        danger
        onConfirm={remove}
        explain={(error) => wordsFor(error, 'Couldn’t remove the passkey.')}
      >
        <p>{passkey.name} will no longer sign you in.</p>
      </ConfirmDialog>
    </li>
  );
}
