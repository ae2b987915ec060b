import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '@/api/answer';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { ItemDrawer } from './item-drawer';
import { addItem, offerItem, removeItem, useChange, type Item, type ItemChange } from '../queries';
import type { Draft } from './use-draft';

export interface ItemSectionProps<V extends object> {
  slug: string;
  title: string;
  note?: string;
  /** What one of them is, in the middle of a sentence: `room`. */
  what: string;
  items: readonly Item<V>[];
  /** What a new one begins with. */
  empty: V;
  nameOf: (value: V) => string;
  /** The line under the name. */
  lineOf: (value: V, id: string) => ReactNode;
  /** The value as the server takes it. */
  bodyOf: (value: V, version: string) => ItemChange;
  labels: Readonly<Record<string, string>>;
  /** Whether it can be retired; what cannot is simply removed. */
  retires: boolean;
  form: (draft: Draft<V>, id: string) => ReactNode;
  nothing: string;
}

/** A list of things of a practice; each opens in a drawer. What is removed can be undone for a while. */
export function ItemSection<V extends object>({ slug, title, note, what, items, ...kind }: ItemSectionProps<V>) {
  const [open, setOpen] = useState<Item<V>>();
  const change = useChange(slug);
  const say = useToast();
  const current = open && (items.find(({ id }) => id === open.id) ?? open);

  async function takeBack(item: Item<V>) {
    try {
      await change(kind.retires ? offerItem(slug, item.id, 'active') : addItem(slug, kind.bodyOf(item.value, '')));
    } catch (error) {
      say(reasonOf(error, 'Couldn’t undo.'));
    }
  }

  async function remove(item: Item<V>) {
    await change(removeItem(slug, item.id));
    setOpen(undefined);
    say(`${kind.nameOf(item.value)} removed.`, { label: 'Undo', run: () => void takeBack(item) });
  }

  return (
    <Section
      title={title}
      note={note}
      actions={
        <Button variant="secondary" onClick={() => setOpen({ id: '', version: '', retired: false, value: kind.empty })}>
          <Plus aria-hidden="true" className="size-4" />
          Add {what}
        </Button>
      }
    >
      {items.length === 0 ? (
        <div className="border-t border-line">
          <EmptyNote title={kind.nothing} />
        </div>
      ) : (
        <ul className="border-t border-line">
          {items.map((item) => (
            <ItemRow key={item.id} item={item} nameOf={kind.nameOf} lineOf={kind.lineOf} onOpen={() => setOpen(item)} />
          ))}
        </ul>
      )}
      <ItemDrawer slug={slug} what={what} item={current} onClose={() => setOpen(undefined)} onRemove={remove} {...kind} />
    </Section>
  );
}

interface ItemRowProps<V extends object> extends Pick<ItemSectionProps<V>, 'nameOf' | 'lineOf'> {
  item: Item<V>;
  onOpen: () => void;
}

function ItemRow<V extends object>({ item, nameOf, lineOf, onOpen }: ItemRowProps<V>) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="inline-block first-letter:uppercase">{nameOf(item.value)}</span>
          {item.retired && <Badge>Retired</Badge>}
        </p>
        <div className="text-[0.9375rem] text-slate">{lineOf(item.value, item.id)}</div>
      </div>
      <Button variant="secondary" onClick={onOpen}>
        Edit<span className="sr-only"> {nameOf(item.value)}</span>
      </Button>
    </li>
  );
}
