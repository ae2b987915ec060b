import { useEffect, useEffectEvent } from 'react';
import { singleKeysOn } from '@/lib/single-keys';
import { modalHasKeys } from '../overlays/open-modals';

/** What single keys do on a page, by key. They can be switched off with the others. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Runs what a key stands for, unless something is being typed or a dialog is open. */
export function useKeys(actions: KeyActions): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !singleKeysOn() || modalHasKeys()) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
