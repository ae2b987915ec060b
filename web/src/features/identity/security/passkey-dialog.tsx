import { deviceName } from '@/lib/device-name';
import { createPasskey } from '@/lib/session/webauthn';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { WithCodes } from './factor';
import { addPasskey, passkeyOptions, useAccountChanged } from './queries';
import { useStepUp, wordsFor } from './step-up';

const FAILED = 'Couldn’t add the passkey. Please try again.';

export interface PasskeyDialogProps extends WithCodes {
  open: boolean;
  onClose: () => void;
}

/** Names a new passkey and has the browser make it. */
export function PasskeyDialog({ open, ...form }: PasskeyDialogProps) {
  return (
    <Dialog open={open} onClose={form.onClose} title="Add a passkey">
      <PasskeyForm {...form} />
    </Dialog>
  );
}

function PasskeyForm({ onClose, onCodes }: Omit<PasskeyDialogProps, 'open'>) {
  const { busy, problem, send } = useSubmit(whyNot);
  const confirmed = useStepUp();
  const changed = useAccountChanged();
  const say = useToast();

  async function add(fields: FormData) {
    const name = String(fields.get('name')).trim();
    const options = await confirmed(passkeyOptions);
    const { recovery_codes: codes } = await addPasskey(name, await createPasskey(options));
    onClose();
    say(`Passkey ${name} added.`);
    if (codes) onCodes(codes);
    await changed();
  }

  return (
    <form onSubmit={send(add)} className="mt-3 grid gap-5">
      <p className="text-slate">Your browser asks for a fingerprint, face, PIN or security key.</p>
      <Problem>{problem}</Problem>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={deviceName(navigator.userAgent)}
        hint="So you can recognize it in your list."
      />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Continue
        </Button>
      </div>
    </form>
  );
}

/** The browser's refusals in words (WebAuthn Level 3 §5.1.3): declined or timed out, or already registered here. */
function whyNot(error: unknown): string {
  if (!(error instanceof DOMException)) return wordsFor(error, FAILED);
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (error.name === 'NotAllowedError') return 'No passkey was created: it was declined or timed out.';
  return FAILED;
}
