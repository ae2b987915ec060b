import { useEffect, useRef } from 'react';
import type { Levels } from './use-voice';

const WIDTH = 400;
const MIDDLE = 60;
const STEP = 8;
/** Share of the way to the measured level that the line goes each frame: fast to rise, slow to settle. */
const RISE = 0.35;
const SETTLE = 0.08;

interface Line {
  /** Height of the resting swell in px, and of full volume. */
  rest: number;
  full: number;
  /** Waves across the width, and turns a second. */
  waves: number;
  turns: number;
}

const MIA: Line = { rest: 2.5, full: 44, waves: 2.6, turns: 0.42 };
const CALLER: Line = { rest: 1.5, full: 30, waves: 3.4, turns: -0.34 };

/** The path of one line at a time (seconds) and a volume (0 to 1): still at both ends, alive in the middle. */
export function wavePath({ rest, full, waves, turns }: Line, time: number, volume: number): string {
  const height = rest + (full - rest) * Math.sqrt(volume);
  const points: string[] = [];
  for (let x = 0; x <= WIDTH; x += STEP) {
    const along = x / WIDTH;
    const swell = Math.sin(Math.PI * along) ** 2;
    const turn = 2 * Math.PI * (waves * along - turns * time);
    const y = MIDDLE + swell * height * (0.72 * Math.sin(turn) + 0.28 * Math.sin(1.9 * turn + 1));
    points.push(`${x} ${y.toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

/** Mia's voice in coral and the caller's behind it. Decorative: the status line says the same in words. */
export function WaveMeter({ levels, live }: { levels: { readonly current: Levels }; live: boolean }) {
  const mia = useRef<SVGPathElement>(null);
  const caller = useRef<SVGPathElement>(null);

  useEffect(() => {
    const shown: Levels = { mia: 0, caller: 0 };
    const draw = (ms: number) => {
      for (const who of ['mia', 'caller'] as const) {
        const target = levels.current[who];
        shown[who] += (target - shown[who]) * (target > shown[who] ? RISE : SETTLE);
      }
      mia.current?.setAttribute('d', wavePath(MIA, ms / 1000, shown.mia));
      caller.current?.setAttribute('d', wavePath(CALLER, ms / 1000, shown.caller));
    };
    draw(0);
    if (!live || prefersStillness()) return;
    let frame = requestAnimationFrame(function next(ms) {
      draw(ms);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [levels, live]);

  return (
    <svg viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`} preserveAspectRatio="none" aria-hidden="true" className="voice-wave">
      <path ref={caller} className="voice-wave-caller" />
      <path ref={mia} className="voice-wave-mia" />
    </svg>
  );
}

function prefersStillness(): boolean {
  const paused = document.documentElement.dataset['motion'] === 'paused';
  return paused || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
