import './voice.css';
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { CallControls } from './call-controls';
import { permissionHelp } from './permission-help';
import { CaptionLog } from './caption-log';
import { Composer } from './composer';
import { useVoice, type VoicePorts } from './use-voice';
import type { Phase, VoiceState } from './voice-state';
import { WaveMeter } from './wave-meter';

export interface VoiceWidgetProps {
  open: boolean;
  onClose: () => void;
  /** Told when the modal is gone and the page can have the focus again. */
  onClosed: () => void;
  /** Told whenever a call begins or ends, for the tooltip of the button outside. */
  onInCall: (inCall: boolean) => void;
  ports: VoicePorts;
}

/** The modal behind "Talk to Mia": a call, its captions, and a box to type instead. */
export function VoiceWidget({ open, onClose, onClosed, onInCall, ports }: VoiceWidgetProps) {
  const voice = useVoice(open, ports);
  const { state } = voice;
  const dialog = useRef<HTMLDialogElement>(null);
  const composer = useRef<HTMLInputElement>(null);
  useModal(dialog, open);
  useFocusKept(dialog, open, state.phase);
  // The suggestion goes away with its press, so the focus moves on to where the conversation continues.
  const suggest = (text: string) => {
    voice.say(text);
    composer.current?.focus();
  };
  useEffect(() => onInCall(open && state.phase === 'in-call'), [open, state.phase, onInCall]);

  return (
    // The backdrop is part of the element, so a press on it arrives here; Escape is the keyboard's way.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-labelledby="voice-title"
      className="voice-dialog"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClosed}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div className="voice-sheet">
          <section className="voice-stage">
            <p className="voice-who">
              <strong>Mia</strong>
              {whoAnswers(state.practice)}
            </p>
            <button type="button" className="voice-close" aria-label="Close" onClick={onClose}>
              <X aria-hidden="true" size={20} />
            </button>
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
            <CaptionLog state={state} onSuggest={suggest} />
            <Composer onSay={voice.say} input={composer} />
          </div>
        </div>
      )}
    </dialog>
  );
}

function title({ phase, chatting }: VoiceState): string {
  if (phase === 'connecting') return 'Connecting to Mia...';
  if (phase === 'in-call') return 'LIVE CALL';
  return chatting ? 'Chat with Mia' : 'Ready to Talk';
}

function whoAnswers(practice: string | null): string {
  return practice ? `AI receptionist, ${practice} (demo practice)` : 'AI receptionist of our demo practice';
}

const NO_MICROPHONE = 'Until then Mia can talk to you, but she cannot hear you: type your side of the call below.';

/** The notice in force, or why there is no microphone while a call goes on without one. */
function notice({ notice: said, phase, microphone }: VoiceState): string | null {
  if (said || phase !== 'in-call') return said;
  if (microphone === 'refused') return `${permissionHelp(navigator)} ${NO_MICROPHONE}`;
  return microphone === 'absent' ? `No microphone was found: connect one and call again. ${NO_MICROPHONE}` : null;
}

function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (!open) return element.close();
    element.showModal();
    // Left to itself the browser would focus the close button.
    element.querySelector<HTMLElement>('#voice-title')?.focus();
  }, [dialog, open]);
}

/** A phase that takes away the focused control hands the focus to its own first one. */
function useFocusKept(dialog: RefObject<HTMLDialogElement | null>, open: boolean, phase: Phase): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element?.open) return;
    const focused = document.activeElement;
    const onTitle = focused?.id === 'voice-title';
    if (focused && element.contains(focused) && !onTitle && focused !== element) return;
    element.querySelector<HTMLElement>(`[data-focus-when~="${phase}"]`)?.focus();
  }, [dialog, open, phase]);
}
