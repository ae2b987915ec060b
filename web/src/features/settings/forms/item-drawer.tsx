import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Drawer } from '@/ui/overlays/drawer';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { ChangedNote } from './changed-note';
import { addItem, changeItem, offerItem, useChange, type Item, type ItemChange } from '../queries';
import { LeaveDialog, useUnsaved } from './unsaved-guard';
import { useDraft, type Draft } from './use-draft';

interface ItemKind<V extends object> {
  what: string;
  nameOf: (value: V) => string;
  bodyOf: (value: V, version: string) => ItemChange;
  labels: Readonly<Record<string, string>>;
  retires: boolean;
  form: (draft: Draft<V>, id: string) => ReactNode;
}

export interface ItemDrawerProps<V extends object> extends ItemKind<V> {
  slug: string;
  item: Item<V> | undefined;
  onClose: () => void;
  /** Rejects with the reason when visits stand against it. */
  onRemove: (item: Item<V>) => Promise<void>;
}

/** One thing with its fields; it is not closed over changes that no one has saved. */
export function ItemDrawer<V extends object>({ item, onClose, ...rest }: ItemDrawerProps<V>) {
  const [dirty, setDirty] = useState(false);
  const [asks, setAsks] = useState(false);
  useUnsaved(dirty);
  const close = () => {
    setDirty(false);
    setAsks(false);
    onClose();
  };
  const title = item && (item.id ? `Edit ${rest.what}` : `New ${rest.what}`);
  return (
    <>
      <Drawer open={item !== undefined} onClose={() => (dirty ? setAsks(true) : close())} title={title ?? ''}>
        {item && <ItemForm key={item.id} item={item} onDirty={setDirty} onDone={close} {...rest} />}
      </Drawer>
      <LeaveDialog open={asks} onStay={() => setAsks(false)} onLeave={close} />
    </>
  );
}

interface ItemFormProps<V extends object> extends ItemKind<V> {
  slug: string;
  item: Item<V>;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
  onRemove: (item: Item<V>) => Promise<void>;
}

function ItemForm<V extends object>({ slug, item, onDirty, onDone, onRemove, ...kind }: ItemFormProps<V>) {
  const change = useChange(slug);
  const say = useToast();
  const draft = useDraft<V>(item, async (value, version) => {
    const body = kind.bodyOf(value, version);
    await change(item.id ? changeItem(slug, item.id, body) : addItem(slug, body));
  });
  const { dirty } = draft;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);

  async function save() {
    if (!(await draft.save())) return;
    say(`${kind.nameOf(draft.value)} saved.`);
    onDone();
  }

  return (
    <>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ChangedNote draft={draft} labels={kind.labels} />
        {kind.form(draft, item.id)}
        <Problem>{draft.theirs ? undefined : draft.problem}</Problem>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={draft.busy} disabled={draft.theirs !== undefined || (!draft.dirty && item.id !== '')}>
            Save
          </Button>
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </form>
      {item.id && <Leaving slug={slug} item={item} onRemove={onRemove} onDone={onDone} {...kind} />}
    </>
  );
}

interface LeavingProps<V extends object> extends ItemKind<V> {
  slug: string;
  item: Item<V>;
  onRemove: (item: Item<V>) => Promise<void>;
  onDone: () => void;
}

/** Retire, offer again, remove. Where visits stand against a removal it says so and offers to retire instead. */
function Leaving<V extends object>({ slug, item, onRemove, onDone, what, nameOf, retires }: LeavingProps<V>) {
  const change = useChange(slug);
  const say = useToast();
  const [reason, setReason] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const name = nameOf(item.value);

  async function offer(status: 'active' | 'retired') {
    await change(offerItem(slug, item.id, status));
    say(status === 'retired' ? `${name} is offered no more.` : `${name} is offered again.`);
    onDone();
  }

  async function remove() {
    setProblem(undefined);
    try {
      await onRemove(item);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'in-use') setReason(error.detail);
      else setProblem(reasonOf(error, 'Couldn’t remove it.'));
    }
  }

  const tell = (error: unknown) => setProblem(reasonOf(error, 'That didn’t work. Please try again.'));
  return (
    <div className="mt-8 grid gap-3 border-t border-line pt-6">
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        {retires && (
          <Button variant="secondary" onClick={() => void offer(item.retired ? 'active' : 'retired').catch(tell)}>
            {item.retired ? 'Restore' : 'Retire'}
          </Button>
        )}
        <Button variant="secondary" className="text-bad!" onClick={() => void remove()}>
          Remove {what}
        </Button>
      </div>
      <ConfirmDialog
        open={reason !== undefined}
        onClose={() => setReason(undefined)}
        title={`${name} is in use`}
        action="Retire instead"
        onConfirm={() => offer('retired')}
        explain={(error) => reasonOf(error, 'That didn’t work. Please try again.')}
      >
        <p>{reason}</p>
      </ConfirmDialog>
    </div>
  );
}
