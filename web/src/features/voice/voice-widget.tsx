import { X } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useFocusKept } from './use-focus-kept';
import { useVoice, type VoicePorts } from './use-voice';
import { VoiceSheet } from './voice-sheet';

/** What the modal says of whom one talks with. */
export interface VoiceWords {
  /** Whose receptionist answers; the practice is known once a call has begun. */
  who(practice: string | null): string;
  introduction: string;
  suggestions: readonly string[];
  /** Of a call that broke off. */
  lost?: string;
}

const DEMO: VoiceWords = {
  who: (practice) => (practice ? `AI receptionist, ${practice} (demo practice)` : 'AI receptionist of our demo practice'),
  introduction:
    'Mia is an AI. Here she plays the receptionist of a fictional practice, so ask anything a patient would ask and book ' +
    'whatever you like. What you say is deleted after 24 hours.',
  suggestions: ['What does Botox cost?', 'Are you open on Saturday?', 'I would like to book a facial.'],
};

export interface VoiceWidgetProps {
  open: boolean;
  onClose: () => void;
  /** Told when the modal is gone and the page can have the focus again. */
  onClosed: () => void;
  /** Told whenever a call begins or ends, for the tooltip of the button outside. */
  onInCall?: (inCall: boolean) => void;
  ports: VoicePorts;
  words?: VoiceWords;
}

/** The modal behind "Talk to Mia": a call, its captions, and a box to type instead. */
export function VoiceWidget({ open, onClose, onClosed, onInCall, ports, words = DEMO }: VoiceWidgetProps) {
  const voice = useVoice(open, ports, words.lost);
  const { state } = voice;
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, open);
  useFocusKept(dialog, () => open && dialog.current?.open === true, state.phase);
  useEffect(() => onInCall?.(open && state.phase === 'in-call'), [open, state.phase, onInCall]);

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
          who={words.who(state.practice)}
          introduction={<p>{words.introduction}</p>}
          suggestions={words.suggestions}
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
