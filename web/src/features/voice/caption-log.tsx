import { useEffect, useRef, type ReactNode } from 'react';
import type { VoiceState } from './voice-state';

/** Both sides of the conversation. What is final is read out politely; what may still change is only shown. */
export function CaptionLog({ state, introduction }: { state: VoiceState; introduction: ReactNode }) {
  const { captions, waiting, writing } = state;
  const silent = captions.length === 0 && waiting.length === 0;
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = box.current;
    if (element) element.scrollTop = silent ? 0 : element.scrollHeight;
  }, [captions, waiting, writing, silent]);

  return (
    // A scrolling region must be reachable by keyboard, or what scrolled away cannot be read again.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} className="voice-log" role="log" aria-live="polite" aria-label="Captions" tabIndex={0}>
      {silent && state.phase !== 'in-call' && <div className="voice-introduction">{introduction}</div>}
      {captions.map(({ id, who, text, partial }) => (
        <p key={id} className="voice-line" data-who={who}>
          <span className="voice-speaker">{who === 'mia' ? 'Mia' : 'You'}</span>
          {text} {partial && <span aria-hidden="true">{partial}</span>}
        </p>
      ))}
      {waiting.map((text, index) => (
        // Read out once it is on its way.
        <p key={index} aria-hidden="true" className="voice-line" data-who="you">
          <span className="voice-speaker">You</span>
          {text}
        </p>
      ))}
      {(writing || (waiting.length > 0 && state.phase === 'ready')) && <p className="voice-line voice-writing">Mia is typing…</p>}
    </div>
  );
}
