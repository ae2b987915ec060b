/**
 * Runs work once the browser has shown what the last press changed; the function that it gives calls it off.
 *
 * For what takes longer than a frame and need not be there when the press is answered.
 */
export function afterPaint(work: () => void): () => void {
  let timer = 0;
  // A page that no one sees paints nothing.
  if (document.hidden) timer = window.setTimeout(work);
  const frame = document.hidden ? 0 : requestAnimationFrame(() => (timer = window.setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Lets the browser do what has waited meanwhile: show what there is, answer who presses. */
export function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}
