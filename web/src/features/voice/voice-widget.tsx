import { X } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useFocusKept } from './use-focus-kept';
import { useVoice, type VoicePorts } from './use-voice';
import { VoiceSheet } from './voice-sheet';

const SUGGESTIONS = ['What does Botox cost?', 'Are you open on Saturday?', 'I would like to book a facial.'];
const INTRODUCTION =
  'Mia is an AI. Here she plays the receptionist of a fictional practice, so ask anything a patient would ask and book ' +
  'whatever you like. What you say is deleted after 24 hours.';

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
  useModal(dialog, open);
  useFocusKept(dialog, () => open && dialog.current?.open === true, state.phase);
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
        <VoiceSheet
          voice={voice}
          who={whoAnswers(state.practice)}
          introduction={<p>{INTRODUCTION}</p>}
          suggestions={SUGGESTIONS}
          corner={
            <button type="button" className="voice-close" aria-label="Close" onClick={onClose}>
              <X aria-hidden="true" size={20} />
            </button>
          }
        />
      )}
    </dialog>
  );
}

function whoAnswers(practice: string | null): string {
  return practice ? `AI receptionist, ${practice} (demo practice)` : 'AI receptionist of our demo practice';
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
