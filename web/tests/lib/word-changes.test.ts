import { describe, expect, it } from 'vitest';
import { newKey } from '@/lib/new-key';
import { wordChanges } from '@/lib/word-changes';

const joined = (runs: ReturnType<typeof wordChanges>, left: 'added' | 'removed') =>
  runs.filter(({ kind }) => kind !== left).map(({ text }) => text).join('');

describe('what became of a text', () => {
  it('is told word by word', () => {
    expect(wordChanges('Prefers mornings.', 'Prefers late evenings.')).toEqual([
      { kind: 'same', text: 'Prefers ' },
      { kind: 'removed', text: 'mornings.' },
      { kind: 'added', text: 'late evenings.' },
    ]);
  });

  it('loses nothing of either', () => {
    const texts: [string, string][] = [
      ['', 'new'],
      ['old', ''],
      ['a b c d', 'b x d a'],
      ['line one\nline two', 'line one\nline three\nline two'],
      ['w '.repeat(700), 'v'],
    ];
    for (const [before, after] of texts) {
      const runs = wordChanges(before, after);
      expect(joined(runs, 'added')).toBe(before);
      expect(joined(runs, 'removed')).toBe(after);
    }
  });
});

describe('a key', () => {
  it('is never the same twice, and what the server takes', () => {
    const keys = Array.from({ length: 100 }, newKey);
    expect(new Set(keys).size).toBe(100);
    expect(keys.every((key) => /^[A-Za-z0-9_-]{8,64}$/.test(key))).toBe(true);
  });
});
