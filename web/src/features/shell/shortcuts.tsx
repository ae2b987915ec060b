import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { singleKeysOn } from '@/lib/single-keys';
import type { Command } from './command-palette';

const Palette = lazy(async () => ({ default: (await import('./command-palette')).CommandPalette }));
const Help = lazy(async () => ({ default: (await import('./shortcut-help')).ShortcutHelp }));

/** The event by which a button opens the palette. */
export const OPEN_PALETTE = 'mia:open-palette';

/** The command palette (Ctrl+K) and the list of shortcuts (?), loaded when they are first asked for. */
export function Shortcuts({ commands }: { commands: readonly Command[] }) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event);
    if (!action || (action !== 'palette' && document.querySelector('dialog[open]'))) return;
    event.preventDefault();
    if (action === 'search') focusSearch();
    else setOpen(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    const show = () => setOpen('palette');
    addEventListener('keydown', listen);
    addEventListener(OPEN_PALETTE, show);
    return () => {
      removeEventListener('keydown', listen);
      removeEventListener(OPEN_PALETTE, show);
    };
  }, []);

  const close = () => setOpen(null);
  return (
    <Suspense>
      {open === 'palette' && <Palette commands={commands} onClose={close} onHelp={() => setOpen('help')} />}
      {open === 'help' && <Help onClose={close} />}
    </Suspense>
  );
}

/** What a key asks for. Keys without a modifier belong to whatever is being typed into. */
export function actionOf(event: KeyboardEvent): 'palette' | 'help' | 'search' | null {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return 'palette';
  const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !singleKeysOn()) return null;
  if (event.key === '?') return 'help';
  return event.key === '/' ? 'search' : null;
}

/** The first search field of the page. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-shortcut="search"]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
}
