import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { confirmTotp } from './queries';

/** What an authenticator app needs to know. */
export interface TotpStart {
  secret: string;
  uri: string;
  qr_svg: string;
}

export interface TotpDialogProps {
  start: TotpStart | undefined;
  onClose: () => void;
  /** Called with new recovery codes when a code of the app has been accepted. */
  onConfirmed: (codes: readonly string[]) => void;
}

/** Sets up an authenticator app: scan or type, then a code to show that it worked. */
export function TotpDialog({ start, onClose, onConfirmed }: TotpDialogProps) {
  return (
    <Dialog
      open={start !== undefined}
      onClose={onClose}
      title="Set up an authenticator app"
      className="w-[min(36rem,calc(100vw-2rem))]"
    >
      {start && <Enrolment start={start} onClose={onClose} onConfirmed={onConfirmed} />}
    </Dialog>
  );
}

/** `ABCD EFGH ...`: easier to type from the screen. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

function Enrolment({ start, onClose, onConfirmed }: TotpDialogProps & { start: TotpStart }) {
  const { busy, problem, send } = useSubmit(reasonOf);

  async function confirm(fields: FormData) {
    const code = String(fields.get('code')).replaceAll(/\s/g, '');
    onConfirmed((await confirmTotp(code)).recovery_codes);
  }

  return (
    <form onSubmit={send(confirm)} className="mt-4 grid gap-6">
      <div className="grid items-center gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
        {/* White in both themes: cameras read dark on light. */}
        <img
          src={`data:image/svg+xml,${encodeURIComponent(start.qr_svg)}`}
          alt="QR code for your authenticator app"
          className="size-44 rounded-xl bg-[#fff] p-2 max-sm:mx-auto"
        />
        <div className="grid min-w-0 gap-3">
          <p className="text-slate">Scan this code with your authenticator app, or enter this key:</p>
          <code className="rounded-xl bg-celadon px-4 py-3 font-mono text-[0.9375rem] break-words">
            {inGroups(start.secret)}
          </code>
          <div>
            <CopyButton text={start.secret}>Copy the key</CopyButton>
          </div>
        </div>
      </div>
      <Problem>{problem}</Problem>
      <TextField
        label="Code from the app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*(\d\s*){6}"
        title="Six digits"
        maxLength={12}
        required
        hint="A new 6-digit code every 30 seconds."
      />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Turn on
        </Button>
      </div>
    </form>
  );
}
