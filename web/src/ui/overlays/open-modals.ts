import { useSyncExternalStore } from 'react';

/** The modals that are open, the topmost last. Nothing outside of that one can be seen well or pressed. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Whether a modal is open, or was asked for and opens with the next frame: keys belong to it. */
export function modalHasKeys(): boolean {
  return document.querySelector('dialog[open], dialog[data-asked]') !== null;
}

/** Notes that a modal has opened; the function that it gives notes that it has closed. */
export function noteOpen(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((one) => one !== dialog));
}

/** The topmost open modal, in which stands what must be reached meanwhile. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, topmost, () => null);
}

const topmost = () => open.at(-1) ?? null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
