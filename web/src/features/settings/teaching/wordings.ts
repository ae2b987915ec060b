const MARK = /\[(?:name|number|email)\]/g;
const MOST = 5;

/** Wordings to begin an answer with: those in which nothing was left out come first, and gaps are closed. */
export function examplesOf(wordings: readonly string[]): string[] {
  const whole = wordings.filter((words) => words.search(MARK) < 0);
  return (whole.length > 0 ? whole : wordings.map(closed)).filter(Boolean).slice(0, MOST);
}

/** Wordings after those that an answer has, each once. */
export function widened(known: readonly string[], wordings: readonly string[]): string[] {
  const has = new Set(known.map(bare));
  return [...known, ...examplesOf(wordings).filter((words) => !has.has(bare(words)))];
}

const bare = (words: string) => words.toLowerCase().replace(/[?!. ]+$/, '');

function closed(words: string): string {
  return words.replaceAll(MARK, '').replace(/\s+/g, ' ').replace(/\s+([,.?!])/g, '$1').replace(/^[\s,.]+/, '').trim();
}
