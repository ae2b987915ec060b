import { useEffect, useRef } from 'react';
import type { Microphones } from './use-microphones';
import type { Levels } from './use-voice';

const BARS = [0.02, 0.15, 0.35, 0.6, 0.85];

/** Whether one is heard, at a glance, and which microphone hears. */
export function MicrophonePicker({ microphones, levels }: { microphones: Microphones; levels: { readonly current: Levels } }) {
  const { choices, current, choose } = microphones;
  return (
    <div className="voice-microphone">
      <LevelMeter levels={levels} />
      {choices.length > 0 && (
        <label>
          <span className="sr-only">Microphone</span>
          <select value={current ?? ''} onChange={(event) => choose(event.target.value)}>
            {!choices.some(({ deviceId }) => deviceId === current) && <option value={current ?? ''}>Default microphone</option>}
            {choices.map(({ deviceId, label }) => (
              <option key={deviceId} value={deviceId}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** The caller's loudness as five bars. Decorative: captions show in words what was heard. */
function LevelMeter({ levels }: { levels: { readonly current: Levels } }) {
  const bars = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      [...(bars.current?.children ?? [])].forEach((bar, i) => bar.toggleAttribute('data-lit', levels.current.caller > BARS[i]!));
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [levels]);
  return (
    <span ref={bars} aria-hidden="true" className="voice-level">
      {BARS.map((threshold) => (
        <span key={threshold} />
      ))}
    </span>
  );
}
