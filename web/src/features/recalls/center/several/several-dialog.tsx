import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf, reasonOr } from '@/api/answer';
import { ofClinic } from '@/api/keys';
import { newKey } from '@/lib/new-key';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { useSettled } from '@/ui/hooks/use-settled';
import { Dialog } from '@/ui/overlays/dialog';
import { messageSeveral, takeBackSeveral } from '../contact/outreach';
import { instantOf, WhenField, type When } from '../contact/when-field';
import { previewQuery, type BulkItem } from '../queries';
import { Examples, TemplateField } from './template-field';

export interface SeveralDialogProps {
  slug: string;
  timeZone: string;
  picked: ReadonlyMap<string, string>;
  open: boolean;
  onClose: () => void;
  /** What became of each; `at` is when the messages are to leave, where that is not now. */
  onDone: (items: BulkItem[], at: string | null) => void;
}

/** Shows what Mia would write to each of several, lets it be rewritten and planned, and asks before it is sent. */
export function SeveralDialog({ open, onClose, ...rest }: SeveralDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Confirm Follow-Up Message" className="sm:w-[38rem]">
      {open && <Question onClose={onClose} {...rest} />}
    </Dialog>
  );
}

/** How long the typing rests before the examples are made again. */
const PAUSE = 400;

function Question({ slug, timeZone, picked, onClose, onDone }: Omit<SeveralDialogProps, 'open'>) {
  // One key for one question: a second try is the same intent to the server.
  const [key] = useState(newKey);
  const [own, setOwn] = useState<string | null>(null);
  const [when, setWhen] = useState<When | null>(null);
  const ids = [...picked.keys()];
  const at = instantOf(when, timeZone);
  const words = useSettled(own, PAUSE)?.trim() || null;
  const usual = useQuery(previewQuery(slug, ids, null, null)).data;
  const preview = useQuery(previewQuery(slug, ids, words, at));
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t reach the server. Press Yes again: no one gets it twice.'));
  const sending = useSending(slug);
  const people = picked.size === 1 ? '1 patient' : `${picked.size} patients`;

  async function send() {
    if (own !== null && !own.trim()) throw new Refused('Please write a message.');
    if (when && !at) throw new Refused('Please choose a day and a time.');
    onDone(await sending(ids, key, own?.trim() ?? null, at), at);
    onClose();
  }

  return (
    <>
      <p className="mt-3 text-slate">Are you sure you want to send a follow-up message to {people}?</p>
      <TemplateField usual={usual?.template ?? ''} own={own} onChange={setOwn} />
      {usual && <WhenField when={when} onChange={setWhen} timeZone={timeZone} now={usual.now} />}
      {preview.data && <Examples items={preview.data.items} stale={preview.isPlaceholderData} timeZone={timeZone} />}
      <p className="mt-3 text-sm text-slate">
        Consent, contact hours and limits are checked again for each as it leaves. Who can’t be contacted is skipped, and you see why.
        {when === null && ' You can undo for 10 seconds.'}
      </p>
      <Problem className="mt-4">{problem ?? (preview.error ? reasonOf(preview.error) : undefined)}</Problem>
      <div className="mt-8 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} disabled={!preview.data} onClick={() => void submit(send)}>
          Yes
        </Button>
      </div>
    </>
  );
}

/** Has Mia write to several, and lets it be undone while the messages wait. */
function useSending(slug: string) {
  const say = useToast();
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries(ofClinic(slug, ['activities/search', 'patients/standing']));

  async function undo(leaving: readonly BulkItem[]) {
    try {
      const left = await takeBackSeveral(slug, leaving.map(({ activity_id: id }) => id));
      say(left ? `${leaving.length - left} canceled; ${left} already sent.` : 'Messages canceled.');
      refresh();
    } catch (error) {
      say(reasonOf(error, 'Couldn’t cancel the messages.'));
    }
  }

  return async (ids: readonly string[], key: string, words: string | null, at: string | null) => {
    const items = await messageSeveral(slug, ids, key, words, at);
    const leaving = items.filter(({ decision, undoable }) => decision.outcome === 'allow' && undoable);
    if (leaving.length > 0) {
      const some = leaving.length === 1 ? '1 message' : `${leaving.length} messages`;
      say(at ? `${some} scheduled.` : `Sending ${some}...`, { label: 'Undo', run: () => void undo(leaving) });
    }
    refresh();
    return items;
  };
}
