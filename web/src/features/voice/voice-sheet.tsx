import './voice.css';
import { useRef, type ReactNode } from 'react';
import { CallControls } from './call-controls';
import { permissionHelp } from './call/permission-help';
import { CaptionLog } from './caption-log';
import { Composer } from './composer';
import { Suggestions } from './suggestions';
import type { Voice } from './use-voice';
import type { VoiceState } from './voice-state';
import { WaveMeter } from './wave-meter';

export interface VoiceSheetProps {
  voice: Voice;
  /** Whose receptionist answers. */
  who: string;
  /** What is said before anything was, and what one might ask. */
  introduction: ReactNode;
  suggestions: readonly string[];
  /** A button in the corner, where there is something to close. */
  corner?: ReactNode;
  /** Under the conversation, above the box. */
  children?: ReactNode;
}

/** The call above, what was said below, and a box to type instead. */
export function VoiceSheet({ voice, who, introduction, suggestions, corner, children }: VoiceSheetProps) {
  const { state } = voice;
  const composer = useRef<HTMLInputElement>(null);
  // The suggestion goes away with its press, so the focus moves on to where the conversation continues.
  const suggest = (text: string) => {
    voice.say(text);
    composer.current?.focus();
  };
  return (
    <div className="voice-sheet">
      <section className="voice-stage" data-chatting={isWriting(state) || undefined}>
        <p className="voice-who">
          <strong>Mia</strong>
          {who}
        </p>
        {corner}
        <h2 id="voice-title" tabIndex={-1} data-focus-when="connecting" className="voice-title" data-phase={state.phase}>
          {title(state)}
        </h2>
        <WaveMeter levels={voice.levels} live={state.phase !== 'ready'} />
        <p role="status" className="voice-status">
          {state.status}
        </p>
        <CallControls voice={voice} />
      </section>
      <div className="voice-page">
        <p role="alert" className="voice-notice" hidden={!notice(state)}>
          {notice(state)}
        </p>
        <CaptionLog
          state={state}
          introduction={
            <>
              {introduction}
              <Suggestions texts={suggestions} onSuggest={suggest} />
            </>
          }
        />
        {children}
        <Composer text={state.draft} onChange={voice.setDraft} onSay={voice.say} input={composer} />
      </div>
    </div>
  );
}

/** A chat is open, or about to be for what was typed. */
const isWriting = ({ phase, chatting, waiting }: VoiceState) => phase === 'ready' && (chatting || waiting.length > 0);

function title(state: VoiceState): string {
  if (state.phase === 'connecting') return 'Connecting to Mia...';
  if (state.phase === 'in-call') return 'LIVE CALL';
  return isWriting(state) ? 'Chat with Mia' : 'Ready to Talk';
}

const NO_MICROPHONE = 'Until then, Mia can talk to you but can’t hear you. Type below instead.';

/** The notice in force, or why there is no microphone while a call goes on without one. */
function notice({ notice: said, phase, microphone }: VoiceState): string | null {
  if (said || phase !== 'in-call') return said;
  if (microphone === 'refused') return `${permissionHelp(navigator)} ${NO_MICROPHONE}`;
  return microphone === 'absent' ? `No microphone found. Connect one and call again. ${NO_MICROPHONE}` : null;
}
