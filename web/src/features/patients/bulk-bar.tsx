import { MessageSquareText, Star, StarOff, Tag, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Dialog } from '@/ui/overlays/dialog';
import { IconButton } from '@/ui/buttons/icon-button';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import { messagePatients, tagPatients, takeBack, useFreshPatients, type BulkItem } from './queries';

export interface BulkBarProps {
  slug: string;
  picked: readonly string[];
  onClear: () => void;
  /** What became of a message to many, where some did not get it. */
  onResult: (items: BulkItem[]) => void;
  /** More that can be done with those who are picked. */
  children?: ReactNode;
}

/** What can be done with the patients who are picked. */
export function BulkBar({ slug, picked, onClear, onResult, children }: BulkBarProps) {
  const [tagging, setTagging] = useState(false);
  const [writing, setWriting] = useState(false);
  const tag = useTagging(slug, picked);
  const people = picked.length === 1 ? '1 patient' : `${picked.length} patients`;
  return (
    <div
      role="toolbar"
      aria-label="Selected patients"
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line-strong bg-paper px-4 py-2 shadow-lift max-lg:bottom-20"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {people}
      </p>
      <Button variant="quiet" onClick={() => setWriting(true)}>
        <MessageSquareText aria-hidden="true" className="size-4.5" />
        Message with Mia
      </Button>
      <Button variant="quiet" onClick={() => void tag({ add: ['VIP'] })}>
        <Star aria-hidden="true" className="size-4.5" />
        Add VIP tag
      </Button>
      <Button variant="quiet" onClick={() => void tag({ remove: ['VIP'] })}>
        <StarOff aria-hidden="true" className="size-4.5" />
        Remove VIP tag
      </Button>
      <Button variant="quiet" onClick={() => setTagging(true)}>
        <Tag aria-hidden="true" className="size-4.5" />
        Other tag
      </Button>
      {children}
      <IconButton label="Clear selection" onClick={onClear} className="ml-auto">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
      <TagDialog open={tagging} onClose={() => setTagging(false)} onTag={tag} people={people} />
      <MessageDialog
        slug={slug}
        picked={picked}
        open={writing}
        onClose={() => setWriting(false)}
        onDone={(items) => {
          onResult(items.filter(({ undoable, decision }) => !undoable || decision.outcome !== 'allow'));
          onClear();
        }}
      />
    </div>
  );
}

type TagChange = { add?: string[]; remove?: string[] };

/** Changes tags, with a way to take that back for exactly those whom it changed. */
function useTagging(slug: string, picked: readonly string[]) {
  const say = useToast();
  const refresh = useFreshPatients(slug);

  async function apply(ids: readonly string[], change: TagChange): Promise<string[]> {
    const changed = await tagPatients(slug, ids, change);
    await refresh();
    return changed;
  }

  return async ({ add = [], remove = [] }: TagChange) => {
    try {
      const changed = await apply(picked, { add, remove });
      const people = changed.length === 1 ? '1 patient' : `${changed.length} patients`;
      if (changed.length === 0) return say('No changes needed.');
      say(add.length ? `${add.join(', ')} added to ${people}.` : `${remove.join(', ')} removed from ${people}.`, {
        label: 'Undo',
        run: () =>
          void apply(changed, { add: remove, remove: add }).catch((error: unknown) =>
            say(reasonOf(error, 'Couldn’t undo.')),
          ),
      });
    } catch (error) {
      say(reasonOf(error, 'Couldn’t change tags. Please try again.'));
    }
  };
}

interface TagDialogProps {
  open: boolean;
  onClose: () => void;
  onTag: (change: TagChange) => Promise<void>;
  people: string;
}

function TagDialog({ open, onClose, onTag, people }: TagDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Tag ${people}`}>
      <form
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const words = String(form.get('tag')).trim();
          const button = (event.nativeEvent as SubmitEvent).submitter;
          if (words) void onTag(button?.getAttribute('value') === 'remove' ? { remove: [words] } : { add: [words] });
          onClose();
        }}
      >
        <TextField
          label="Tag"
          name="tag"
          required
          maxLength={40}
          autoComplete="off"
          hint="Do Not Contact, Deceased and Minor also stop Mia from contacting the patient."
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="secondary" type="submit" value="remove">
            Remove
          </Button>
          <Button type="submit" value="add">
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface MessageDialogProps {
  slug: string;
  picked: readonly string[];
  open: boolean;
  onClose: () => void;
  onDone: (items: BulkItem[]) => void;
}

function MessageDialog({ slug, picked, open, onClose, onDone }: MessageDialogProps) {
  const say = useToast();
  const refresh = useFreshPatients(slug);
  // One key for one set of patients: a second try is the same intent to the server.
  const [key, setKey] = useState(newKey);
  const people = picked.length === 1 ? '1 patient' : `${picked.length} patients`;

  async function send() {
    const items = await messagePatients(slug, picked, key);
    setKey(newKey());
    const leaving = items.filter(({ decision, undoable }) => decision.outcome === 'allow' && undoable);
    say(summaryOf(items), leaving.length ? { label: 'Undo', run: () => void undo(leaving) } : undefined);
    onDone(items);
    void refresh();
  }

  async function undo(leaving: readonly BulkItem[]) {
    try {
      const left = await takeBack(slug, leaving.map(({ activity_id: id }) => id));
      const back = leaving.length - left;
      say(left ? `${back} canceled; ${left} already sent.` : 'Messages canceled.');
    } catch (error) {
      say(reasonOf(error, 'Couldn’t cancel the messages.'));
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Message ${people}?`}
      action="Yes"
      onConfirm={send}
      explain={(error) =>
        reasonOf(error, 'Couldn’t reach the server. Press Yes again: no one gets it twice.')
      }
    >
      <p>
        Mia messages each patient by text or email within consent, contact hours and limits. Patients who can’t be contacted are skipped. You can undo for 10 seconds.
      </p>
    </ConfirmDialog>
  );
}

function summaryOf(items: readonly BulkItem[]): string {
  const count = (outcome: BulkItem['decision']['outcome']) =>
    items.filter(({ decision }) => decision.outcome === outcome).length;
  const [now, later, never] = [count('allow'), count('defer'), count('block')];
  const parts = [
    now && `${now} about to leave`,
    later && `${later} scheduled for later`,
    never && `${never} not allowed`,
  ].filter(Boolean);
  return `Messages: ${parts.join(', ')}.`;
}
