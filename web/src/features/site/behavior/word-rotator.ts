import { isStill } from './motion';

/** How long each word of the hero stands (spec §9). */
export const WORD_MS = 3_000;

/**
 * Turns the words of the hero, one every 3 s, for as long as the page lives; it stands still while the reader has
 * paused motion or looks elsewhere, as at Mia's sheet. Each word is said once to screen readers, and then no more.
 */
export function rotateWords(words: HTMLElement, announcer: HTMLElement | null): () => void {
  const faces = [...words.children] as HTMLElement[];
  let shown = 0;
  let turns = 0;
  const turn = () => {
    if (isStill() || document.hidden || document.querySelector('dialog[open]')) return;
    const leaving = faces[shown];
    shown = (shown + 1) % faces.length;
    turns += 1;
    for (const face of faces) face.dataset['word'] = face === leaving ? 'gone' : 'waiting';
    const arriving = faces[shown]!;
    arriving.dataset['word'] = 'shown';
    if (announcer) announcer.textContent = turns < faces.length ? `${arriving.textContent} Reimagined` : '';
  };
  const timer = setInterval(turn, WORD_MS);
  return () => clearInterval(timer);
}
