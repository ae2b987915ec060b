import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchFilm } from '@/features/site/behavior/film-player';

let root: HTMLElement;
let video: HTMLVideoElement;
let track: { mode: string };
let queries: Record<string, boolean>;
/** What watches the film's share of the view, and what watches whether it is near. */
let observers: { near: boolean; tell: (share: number) => void }[];

class FakeObserver {
  constructor(callback: (entries: { intersectionRatio: number; isIntersecting: boolean }[]) => void, options: { rootMargin?: string }) {
    const tell = (share: number) => callback([{ intersectionRatio: share, isIntersecting: share > 0 }]);
    observers.push({ near: options.rootMargin !== undefined, tell });
  }
  observe() {}
  disconnect() {}
}

const inSight = (share: number) => observers.find(({ near }) => !near)!.tell(share);
const near = () => observers.find((observer) => observer.near)!.tell(1);
const press = (selector: string) => root.querySelector<HTMLElement>(selector)!.click();

beforeEach(() => {
  vi.useFakeTimers();
  observers = [];
  queries = {};
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: Object.entries(queries).some(([part, on]) => on && query.includes(part)) }));
  document.body.innerHTML = `<div data-film><video controls data-poster="/still.webp"></video><div data-film-controls hidden>
    <button data-film-play><span data-film-play-text>Play</span></button>
    <button data-film-option="captions" aria-pressed="true"></button>
    <button data-film-option="sound" aria-pressed="false"></button></div></div>`;
  root = document.querySelector('[data-film]')!;
  video = root.querySelector('video')!;
  track = { mode: 'disabled' };
  let paused = true;
  const become = (state: boolean, event: string) => {
    if (paused === state) return;
    paused = state;
    video.dispatchEvent(new Event(event));
  };
  Object.defineProperties(video, {
    paused: { get: () => paused },
    textTracks: { value: [track] },
    play: { value: async () => become(false, 'play') },
    pause: { value: () => become(true, 'pause') },
  });
  watchFilm(root);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset['motion'];
});

describe('a film', () => {
  it('plays muted above half of it in sight, and pauses otherwise', () => {
    inSight(0.5);
    expect(video.paused).toBe(true);
    inSight(0.51);
    expect([video.paused, video.muted]).toEqual([false, true]);
    inSight(0.4);
    expect(video.paused).toBe(true);
  });

  it.each(['max-width', 'coarse'])('needs less than a third of it on a mobile or touched device (%s)', (query) => {
    queries[query] = true;
    inSight(0.3);
    expect(video.paused).toBe(true);
    inSight(0.31);
    expect(video.paused).toBe(false);
  });

  it('counts as mobile below 768 px or touched', () => {
    const asked = vi.fn(() => ({ matches: false }));
    vi.stubGlobal('matchMedia', asked);
    inSight(0.4);
    expect(asked).toHaveBeenCalledWith('(max-width: 767.98px), (pointer: coarse)');
  });

  it('shows its controls for three seconds after mouse, touch or click', () => {
    for (const event of ['pointermove', 'touchstart', 'click']) {
      root.dispatchEvent(new Event(event));
      vi.advanceTimersByTime(2_999);
      expect(root).toHaveAttribute('data-used');
      vi.advanceTimersByTime(1);
      expect(root).not.toHaveAttribute('data-used');
    }
  });

  it('stays paused where the reader paused it, and says what the button does', () => {
    inSight(1);
    expect(root.querySelector('[data-film-play-text]')).toHaveTextContent('Pause');
    press('[data-film-play]');
    inSight(0);
    inSight(1);
    expect(video.paused).toBe(true);
    press('[data-film-play]');
    expect(video.paused).toBe(false);
  });

  it('does not play by itself where nothing should move, and stops when motion is paused', () => {
    inSight(1);
    document.documentElement.dataset['motion'] = 'paused';
    document.dispatchEvent(new Event('motionchange'));
    expect(video.paused).toBe(true);
    inSight(1);
    expect(video.paused).toBe(true);
    press('[data-film-play]');
    expect(video.paused).toBe(false);
  });

  it('has captions from the first play on, and sound when it is asked for', () => {
    expect(track.mode).toBe('disabled');
    inSight(1);
    expect(track.mode).toBe('showing');
    press('[data-film-option=captions]');
    press('[data-film-option=sound]');
    expect([track.mode, video.muted]).toEqual(['hidden', false]);
    expect(root.querySelector('[data-film-option=sound]')).toHaveAttribute('aria-pressed', 'true');
  });

  it('fetches its still only when it is near', () => {
    expect(video).not.toHaveAttribute('poster');
    near();
    expect(video).toHaveAttribute('poster', '/still.webp');
  });

  it('brings its own controls in place of the browser’s', () => {
    expect(video.controls).toBe(false);
    expect(root.querySelector<HTMLElement>('[data-film-controls]')!.hidden).toBe(false);
  });
});
