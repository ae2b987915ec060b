/** A run of words: as it stands in both texts, only in the new one, or only in the old one. */
export interface Run {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Comparing costs the product of the lengths; longer texts than this are shown whole. */
const MOST_WORDS = 600;

/** What became of one text in another, word by word, in reading order (longest common subsequence). */
export function wordChanges(before: string, after: string): Run[] {
  const [old, now] = [pieces(before), pieces(after)];
  if (Math.max(old.length, now.length) > MOST_WORDS) {
    return [...runOf('removed', before), ...runOf('added', after)];
  }
  const common = commonLengths(old, now);
  const runs: Run[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add(runs, 'same', old[i]!);
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      add(runs, 'removed', old[i]!);
      i += 1;
    } else {
      add(runs, 'added', now[j]!);
      j += 1;
    }
  }
  return runs;
}

/** Words with the space that follows them, so that they join to the text again. */
function pieces(text: string): string[] {
  return text.match(/\S+\s*/g) ?? [];
}

/** `[i][j]`: how many words the rests from `i` and from `j` on have in common, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const same = old[i] === now[j];
      table[i]![j] = same ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table;
}

function add(runs: Run[], kind: Run['kind'], text: string): void {
  const last = runs.at(-1);
  if (last?.kind === kind) last.text += text;
  else runs.push({ kind, text });
}

function runOf(kind: Run['kind'], text: string): Run[] {
  return text ? [{ kind, text }] : [];
}
