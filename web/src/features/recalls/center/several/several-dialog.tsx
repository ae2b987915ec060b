import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { ofClinic } from '@/api/keys';
import { newKey } from '@/lib/new-key';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { useToast } from '@/ui/feedback/toast';
import { messageSeveral, takeBackSeveral } from '../contact/outreach';
import type { BulkItem } from '../queries';

export interface SeveralDialogProps {
  slug: string;
  picked: ReadonlyMap<string, string>;
  open: boolean;
  onClose: () => void;
  /** What became of each. */
  onDone: (items: BulkItem[]) => void;
}

/** Asks before Mia writes to several, and lets it be undone while the messages wait. */
export function SeveralDialog({ slug, picked, open, onClose, onDone }: SeveralDialogProps) {
  const say = useToast();
  const queries = useQueryClient();
  // One key for one set of patients: a second try is the same intent to the server.
  const [key, setKey] = useState(newKey);
  const people = picked.size === 1 ? '1 patient' : `${picked.size} patients`;
  const refresh = () => void queries.invalidateQueries(ofClinic(slug, ['activities/search', 'patients/standing']));

  async function send() {
    const items = await messageSeveral(slug, [...picked.keys()], key);
    setKey(newKey());
    const leaving = items.filter(({ decision, undoable }) => decision.outcome === 'allow' && undoable);
    if (leaving.length > 0) {
      say(leaving.length === 1 ? 'Sending 1 message...' : `Sending ${leaving.length} messages...`, {
        label: 'Undo',
        run: () => void undo(leaving),
      });
    }
    onDone(items);
    refresh();
  }

  async function undo(leaving: readonly BulkItem[]) {
    try {
      const left = await takeBackSeveral(slug, leaving.map(({ activity_id: id }) => id));
      say(left ? `${leaving.length - left} canceled; ${left} already sent.` : 'Messages canceled.');
      refresh();
    } catch (error) {
      say(reasonOf(error, 'Couldn’t cancel the messages.'));
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Confirm Follow-Up Message"
      action="Yes"
      onConfirm={send}
      explain={(error) => reasonOf(error, 'Couldn’t reach the server. Press Yes again: no one gets it twice.')}
    >
      <p>Are you sure you want to send a follow-up message to {people}?</p>
      <p className="mt-2">
        Consent, contact hours and limits are checked for each. Who can’t be contacted is skipped, and you see why. You can undo for 5
        seconds.
      </p>
    </ConfirmDialog>
  );
}
