import { lazy, startTransition, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { singleKeysOn } from '@/lib/single-keys';
import { modalHasKeys } from '@/ui/overlays/open-modals';
import type { Command, Search } from './command-palette';
import { keepKeys, takeKeys } from './early-keys';

const Palette = lazy(async () => {
  try {
    return { default: (await import('./command-palette')).CommandPalette };
  } catch (error) {
    takeKeys(); // without a palette the keys are the page's again
    throw error;
  }
});
const Help = lazy(async () => ({ default: (await import('./shortcut-help')).ShortcutHelp }));

type Shown = 'palette' | 'help';

/** The event by which a button opens the palette. */
export const OPEN_PALETTE = 'mia:open-palette';

/** The command palette (Ctrl+K) and the list of shortcuts (?), loaded when they are first asked for. */
export function Shortcuts({ commands, search }: { commands: readonly Command[]; search?: Search }) {
  const [open, setOpen] = useState<Shown | null>(null);
  const [known, setKnown] = useState<readonly Shown[]>([]); // they stay once they were opened, closed
  // A transition shows a part as soon as its script is there; else React lets a third of a second pass.
  const show = (one: Shown) => {
    if (one === 'palette' && !known.includes(one)) keepKeys();
    startTransition(() => {
      setOpen(one);
      setKnown((all) => (all.includes(one) ? all : [...all, one]));
    });
  };
  const showPalette = useEffectEvent(() => show('palette'));
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event);
    if (!action || (action !== 'palette' && modalHasKeys())) return;
    event.preventDefault();
    if (action === 'search') focusSearch();
    else show(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    const ask = () => showPalette();
    addEventListener('keydown', listen);
    addEventListener(OPEN_PALETTE, ask);
    return () => {
      removeEventListener('keydown', listen);
      removeEventListener(OPEN_PALETTE, ask);
      takeKeys(); // who leaves before the palette is there types into the next page
    };
  }, []);

  const close = () => setOpen(null);
  return (
    <Suspense>
      {known.includes('palette') && (
        <Palette open={open === 'palette'} commands={commands} {...(search && { search })} onClose={close} onHelp={() => show('help')} />
      )}
      {known.includes('help') && <Help open={open === 'help'} onClose={close} />}
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
