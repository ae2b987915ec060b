import { useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '@/lib/class-names';
import { findCommands } from '@/lib/find-command';
import { chooseTheme, currentTheme } from '@/lib/theme';
import { Dialog } from '@/ui/overlays/dialog';

/** Something to be chosen by typing: a place to go to, or something to do. */
export interface Command {
  label: string;
  /** Other words by which it is found. */
  words?: string;
  to?: string;
  run?: () => void;
}

export interface CommandPaletteProps {
  open: boolean;
  commands: readonly Command[];
  onClose: () => void;
  onHelp: () => void;
}

/** Goes anywhere by typing its name. */
export function CommandPalette({ open, commands, onClose, onHelp }: CommandPaletteProps) {
  const own: Command[] = [
    {
      label: 'Switch theme',
      words: 'dark light colors',
      run: () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'),
    },
    { label: 'Keyboard shortcuts', words: 'help keys', run: onHelp },
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Go to" className="mt-[12vh] w-[min(34rem,calc(100vw-2rem))]">
      <Chooser commands={[...commands, ...own]} onClose={onClose} />
    </Dialog>
  );
}

function Chooser({ commands, onClose }: Omit<CommandPaletteProps, 'open' | 'onHelp'>) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = findCommands(commands, typed);
  const active = Math.min(at, found.length - 1);

  function choose(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run?.();
    if (command.to) void navigate(command.to);
  }

  function move(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      setAt((active + by + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') choose(found[active]);
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Page or command"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        value={typed}
        onChange={(event) => (setTyped(event.target.value), setAt(0))}
        onKeyDown={move}
        placeholder="Type a page or a command"
        autoComplete="off"
        spellCheck={false}
        // The palette was opened to type into it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className="mt-4 min-h-12 w-full rounded-xl border border-line-strong bg-paper px-4 placeholder:text-slate"
      />
      <ul id={id} role="listbox" aria-label="Pages and commands" className="scroll-calm mt-3 max-h-80 overflow-y-auto">
        {found.map((command, index) => (
          // The keyboard moves through the options from the field.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={command.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(command)}
            onPointerMove={() => setAt(index)}
            className={classNames('flex min-h-11 cursor-pointer items-center rounded-xl px-4', index === active && 'bg-celadon')}
          >
            {command.label}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-4 py-3 text-slate">No results.</p>}
    </>
  );
}
