import { useId, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { findCommands } from '@/lib/find-command';
import { fill, type Names } from './fill';
import type { SavedReply } from './queries';

export interface ReplyFinderProps {
  replies: readonly SavedReply[];
  names: Names;
  onPick: (text: string) => void;
}

/** Finds a saved reply by typing, and picks it by Enter or a press. */
export function ReplyFinder({ replies, names, onPick }: ReplyFinderProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = findCommands(replies.map((reply) => ({ ...reply, label: reply.title, words: reply.text })), typed);
  const active = Math.min(at, found.length - 1);

  function move(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by && event.key !== 'Enter') return;
    event.preventDefault();
    const chosen = found[active];
    if (by) setAt((active + by + found.length) % Math.max(1, found.length));
    else if (chosen) onPick(fill(chosen.text, names));
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Search saved replies"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        value={typed}
        onChange={(event) => (setTyped(event.target.value), setAt(0))}
        onKeyDown={move}
        placeholder="Title or words"
        {...{ autoComplete: 'off', spellCheck: false }}
        // The list was opened to be searched.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className="mt-4 min-h-12 w-full rounded-xl border border-line-strong bg-paper px-4 placeholder:text-slate"
      />
      <ul id={id} role="listbox" aria-label="Saved replies" className="scroll-calm mt-3 max-h-80 overflow-y-auto">
        {found.map((reply, index) => (
          // The keyboard moves through the options from the field.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={reply.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => onPick(fill(reply.text, names))}
            onPointerMove={() => setAt(index)}
            className={classNames('cursor-pointer rounded-xl px-4 py-2', index === active && 'bg-celadon')}
          >
            <span className="block font-medium break-words">{reply.title}</span>
            <span className="line-clamp-2 text-sm text-slate">{fill(reply.text, names)}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="px-4 py-2 text-sm text-slate empty:hidden">
        {found.length === 0 ? 'No saved reply has these words.' : ''}
      </p>
    </>
  );
}
