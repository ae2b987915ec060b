import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '@/lib/class-names';
import { findCommands } from '@/lib/find-command';
import { chooseTheme, currentTheme } from '@/lib/theme';
import { useSettled } from '@/ui/hooks/use-settled';
import { Dialog } from '@/ui/overlays/dialog';
import { takeKeys } from './early-keys';

/** Something to be chosen by typing: a place to go to, or something to do. */
export interface Command {
  label: string;
  /** Told apart by this where labels may be alike. */
  key?: string;
  /** What it is, beside its label. */
  note?: string;
  /** Other words by which it is found. */
  words?: string;
  to?: string;
  run?: () => void;
}

export type Search = (typed: string) => UseQueryOptions<Command[], Error, Command[], string[]>;

/** A pause in typing after which it is searched, and the shortest text for which it is. */
const TYPING_PAUSE_MS = 200;
const LEAST = 2;
const NOTHING: Search = () => ({ queryKey: ['palette'], queryFn: () => [] });

export interface CommandPaletteProps {
  open: boolean;
  commands: readonly Command[];
  /** What is found for a text besides the commands: people, visits, conversations. */
  search?: Search;
  onClose: () => void;
  onHelp: () => void;
}

/** Goes anywhere by typing its name. */
export function CommandPalette({ open, commands, search = NOTHING, onClose, onHelp }: CommandPaletteProps) {
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
      <Chooser commands={[...commands, ...own]} search={search} onClose={onClose} />
    </Dialog>
  );
}

/** What is in the field, which begins with what was typed before it was there. */
function useTyped() {
  const field = useState('');
  const [, setTyped] = field;
  useEffect(() => {
    const early = takeKeys();
    if (early) queueMicrotask(() => setTyped((since) => early + since));
  }, [setTyped]);
  return field;
}

function Chooser({ commands, search, onClose }: Required<Omit<CommandPaletteProps, 'open' | 'onHelp'>>) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useTyped();
  const { at, passed, highlight, restart } = useHighlight();
  const { found, note, searching } = useFound(commands, search, typed.trim(), passed);
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
      highlight((active + by + found.length) % Math.max(1, found.length), searching);
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
        onChange={(event) => (setTyped(event.target.value), restart())}
        onKeyDown={move}
        placeholder="A name, a page, or “book Ava Thursday”"
        {...{ autoComplete: 'off', spellCheck: false }}
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
            key={command.key ?? command.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(command)}
            onPointerMove={() => highlight(index, searching)}
            className={classNames('flex min-h-11 cursor-pointer items-center gap-x-4 rounded-xl px-4 max-sm:flex-wrap max-sm:py-1.5', index === active && 'bg-celadon')}
          >
            <span title={command.label} className="min-w-0 flex-1 truncate max-sm:basis-full max-sm:whitespace-normal">{command.label}</span>
            {command.note && <span className="shrink-0 text-sm text-slate tabular-nums">{command.note}</span>}
          </li>
        ))}
      </ul>
      <p role="status" className="px-4 py-2 text-sm text-slate empty:hidden">
        {note}
      </p>
    </>
  );
}

/** Which row is highlighted, and how far down that went before people were there: what it passed stays where it is. */
function useHighlight() {
  const [{ at, passed }, set] = useState({ at: 0, passed: 0 });
  const highlight = (index: number, searching: boolean) => set({ at: index, passed: searching ? Math.max(passed, index) : passed });
  return { at, passed, highlight, restart: () => set({ at: 0, passed: 0 }) };
}

/**
 * The people and commands that fit a text, and how the search stands. People come a moment later: below the commands
 * that begin with what was typed, and below what is highlighted by then, so that Enter does what it showed.
 */
function useFound(commands: readonly Command[], search: Search, typed: string, passed: number) {
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  const asks = settled.length >= LEAST;
  const people = useQuery({ ...search(settled), enabled: asks, retry: false });
  const current = settled === typed;
  const fitting = findCommands(commands, typed);
  const meant = fitting.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase())).length;
  const head = Math.max(meant, passed + 1);
  const found = [...fitting.slice(0, head), ...(asks && current ? (people.data ?? []) : []), ...fitting.slice(head)];
  const searching = typed.length >= LEAST && (!current || people.isFetching);
  const failed = asks && people.error ? 'Couldn’t search people.' : '';
  return { found, searching, note: searching ? 'Searching…' : failed || (found.length === 0 ? 'No results.' : '') };
}
