import { useState } from 'react';
import { setSingleKeys, singleKeysOn } from '@/lib/single-keys';
import { Dialog } from '@/ui/overlays/dialog';
import { Switch } from '@/ui/fields/switch';

const SHORTCUTS: [string, string][] = [
  ['Ctrl K', 'Go to a page or run a command'],
  ['/', 'Search this page'],
  ['?', 'Show this list'],
  ['Ctrl Z', 'Undo what was just sent'],
  ['Ctrl Enter', 'Save a note or send a message'],
  ['T [ ]', 'Calendar: today, back, forward'],
  ['D W', 'Calendar: day, week'],
  ['N B', 'Calendar: new appointment, block time'],
  ['J K', 'Tasks: next, previous'],
  ['E A S', 'Tasks: done (or reopen), assign, snooze'],
  ['R', 'Write in the open conversation'],
  ['Alt J', 'Next conversation'],
  ['Alt K', 'Previous conversation'],
  ['Esc', 'Close'],
];

/** Every shortcut; those of a single key can be switched off. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2.5">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt>
              <kbd className="rounded-lg border border-line-strong px-2 py-0.5 font-sans text-sm whitespace-nowrap">{keys}</kbd>
            </dt>
            <dd className="text-[0.9375rem]">{meaning}</dd>
          </div>
        ))}
      </dl>
      <SingleKeys />
    </Dialog>
  );
}

function SingleKeys() {
  const [on, setOn] = useState(singleKeysOn);
  return (
    <div className="mt-6 border-t border-line pt-5">
      <Switch
        label="Single-key shortcuts"
        note="Turn these off if they get in your way."
        checked={on}
        onChange={(next) => {
          setSingleKeys(next);
          setOn(next);
        }}
      />
    </div>
  );
}
