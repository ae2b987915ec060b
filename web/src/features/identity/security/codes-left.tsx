import { TicketCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Factor, type WithCodes } from './factor';
import { newRecoveryCodes, useAccountChanged } from './queries';
import { useStepUp, wordsFor } from './step-up';

/** How many recovery codes are unused, and new ones in place of them. */
export function CodesLeft({ left, onCodes }: { left: number } & WithCodes) {
  const [asking, setAsking] = useState(false);
  const confirmed = useStepUp();
  const changed = useAccountChanged();

  async function renew() {
    const codes = await confirmed(newRecoveryCodes);
    onCodes(codes);
    await changed();
  }

  return (
    <Factor
      Icon={TicketCheck}
      title="Recovery codes"
      mark={<Badge tone={left > 3 ? 'plain' : 'warn'}>{left} left</Badge>}
      note="Use these if you lose your second factor. Each works once."
      actions={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Create new codes
        </Button>
      }
    >
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Create new recovery codes?"
        action="Yes, create new codes"
        onConfirm={renew}
        explain={(error) => wordsFor(error, 'Couldn’t create new codes.')}
      >
        <p>Your current codes will stop working.</p>
      </ConfirmDialog>
    </Factor>
  );
}
