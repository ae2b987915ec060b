import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HERO_WORDS } from '@/features/site/sections/hero';
import { rotateWords } from '@/features/site/behavior/word-rotator';

let words: HTMLElement;
let announcer: HTMLElement;
let stop: () => void;
const media = { matches: false };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => media);
  media.matches = false;
  document.documentElement.dataset['motion'] = 'running';
  announcer = document.createElement('p');
  words = document.createElement('span');
  words.innerHTML = HERO_WORDS.map((word, i) => `<span data-word="${i ? 'waiting' : 'shown'}">${word}</span>`).join('');
  stop = rotateWords(words, announcer);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset['motion'];
});

const shown = () => [...words.querySelectorAll('[data-word="shown"]')].map((word) => word.textContent);

describe('the words of the hero', () => {
  it('cycle Revenue, Booking, Front Desk, each for three seconds', () => {
    const seen: (string | null)[][] = [shown()];
    for (let i = 0; i < 3; i += 1) {
      vi.advanceTimersByTime(2_999);
      expect(shown()).toEqual(seen.at(-1));
      vi.advanceTimersByTime(1);
      seen.push(shown());
    }
    expect(seen).toEqual([['Revenue'], ['Booking'], ['Front Desk'], ['Revenue']]);
  });

  it('are each announced once, and then no more', () => {
    const said = Array.from({ length: 4 }, () => {
      vi.advanceTimersByTime(3_000);
      return announcer.textContent;
    });
    expect(said).toEqual(['Booking Reimagined', 'Front Desk Reimagined', '', '']);
  });

  it('stand still under reduced motion', () => {
    media.matches = true;
    vi.advanceTimersByTime(9_000);
    expect(shown()).toEqual(['Revenue']);
  });

  it('stand still while motion is paused, and go on afterwards', () => {
    document.documentElement.dataset['motion'] = 'paused';
    vi.advanceTimersByTime(9_000);
    expect(shown()).toEqual(['Revenue']);
    document.documentElement.dataset['motion'] = 'running';
    vi.advanceTimersByTime(3_000);
    expect(shown()).toEqual(['Booking']);
  });
});
