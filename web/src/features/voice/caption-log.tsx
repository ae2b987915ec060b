import { useEffect, useRef } from 'react';
import type { VoiceState } from './voice-state';

const SUGGESTIONS = ['What does Botox cost?', 'Are you open on Saturday?', 'I would like to book a facial.'];

/** Both sides of the conversation. What is final is read out politely; what may still change is only shown. */
export function CaptionLog({ state, onSuggest }: { state: VoiceState; onSuggest: (text: string) => void }) {
  const { captions, writing } = state;
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [captions, writing]);

  return (
    // A scrolling region must be reachable by keyboard, or what scrolled away cannot be read again.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} className="voice-log" role="log" aria-live="polite" aria-label="Captions" tabIndex={0}>
      {captions.length === 0 && <Introduction phase={state.phase} onSuggest={onSuggest} />}
      {captions.map(({ id, who, text, partial }) => (
        <p key={id} className="voice-line" data-who={who}>
          <span className="voice-speaker">{who === 'mia' ? 'Mia' : 'You'}</span>
          {text} {partial && <span aria-hidden="true">{partial}</span>}
        </p>
      ))}
      {writing && <p className="voice-line voice-writing">Mia is writing…</p>}
    </div>
  );
}

function Introduction({ phase, onSuggest }: { phase: VoiceState['phase']; onSuggest: (text: string) => void }) {
  if (phase === 'in-call') return null;
  return (
    <div className="voice-introduction">
      <p>
        Mia is an AI. Here she plays the receptionist of a practice we made up, so ask what a patient would ask and book
        what you like. What you say is deleted after 24 hours.
      </p>
      <ul aria-label="Ask in writing">
        {SUGGESTIONS.map((text) => (
          <li key={text}>
            <button type="button" onClick={() => onSuggest(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
