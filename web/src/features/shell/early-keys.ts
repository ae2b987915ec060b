/**
 * What is typed between asking for the palette and its field being there: its script comes first. Without this the
 * first letters are lost, or do something on the page below, where single keys finish tasks.
 */
let kept = '';

/** Begins to keep what is typed. */
export function keepKeys(): void {
  kept = '';
  addEventListener('keydown', keep, true);
}

/** Ends the keeping, and says what was typed. */
export function takeKeys(): string {
  removeEventListener('keydown', keep, true);
  const typed = kept;
  kept = '';
  return typed;
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
  kept += event.key;
  event.preventDefault();
  event.stopImmediatePropagation();
}
