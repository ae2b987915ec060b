import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { Factor, type WithCodes } from './factor';
import { beginTotp, removeTotp, useAccountChanged } from './queries';
import { useStepUp, wordsFor } from './step-up';
import { TotpDialog, type TotpStart } from './totp-dialog';

/** The set-up that is under way, and what begins it. */
function useEnrolment() {
  const [start, setStart] = useState<TotpStart>();
  const { busy, problem, submit } = useSubmit((error) => wordsFor(error, 'Couldn’t start setup.'));
  const confirmed = useStepUp();

  const begin = () => submit(async () => setStart(await confirmed(beginTotp)));
  return { start, busy, problem, begin, end: () => setStart(undefined) };
}

/** The app that shows codes: set it up, turn it off. */
export function Authenticator({ on, onCodes }: { on: boolean } & WithCodes) {
  const [asking, setAsking] = useState(false);
  const { start, busy, problem, begin, end } = useEnrolment();
  const confirmed = useStepUp();
  const changed = useAccountChanged();
  const say = useToast();

  async function finish(codes: readonly string[]) {
    end();
    if (codes.length > 0) onCodes(codes);
    say('Authenticator app turned on.');
    await changed();
  }

  async function remove() {
    await confirmed(removeTotp);
    await changed();
    say('Authenticator app turned off.');
  }

  return (
    <Factor
      Icon={Smartphone}
      title="Authenticator app"
      mark={on && <Badge tone="good">On</Badge>}
      note="An app on your phone shows a 6-digit code."
      actions={
        on ? (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Turn off<span className="sr-only"> the authenticator app</span>
          </Button>
        ) : (
          <Button variant="secondary" busy={busy} onClick={() => void begin()}>
            Set up<span className="sr-only"> an authenticator app</span>
          </Button>
        )
      }
    >
      <Problem className="mt-4">{problem}</Problem>
      <TotpDialog start={start} onClose={end} onConfirmed={(codes) => void finish(codes)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Turn off the authenticator app?"
        action="Yes, turn off"
        danger
        onConfirm={remove}
        explain={(error) => wordsFor(error, 'Couldn’t turn off the authenticator app.')}
      >
        <p>Codes from the app stop working immediately.</p>
      </ConfirmDialog>
    </Factor>
  );
}
