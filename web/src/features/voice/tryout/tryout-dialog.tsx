import { useState, type FormEvent } from 'react';
import { createPortal } from 'react-dom';
import { browserDevices } from '../call/browser-devices';
import type { CallDevices } from '../call/call-ports';
import { VoiceWidget, type VoiceWords } from '../voice-widget';
import { TryoutCalls, TryoutChat, type Draft } from './office';

const WORDS: VoiceWords = {
  who: (practice) => (practice ? `AI receptionist, ${practice} (test call)` : 'AI receptionist (test call)'),
  introduction:
    'Talk to Mia as a patient would. She follows what stands on the page, saved or not, and acts as in a real call. But ' +
    'nothing is booked, no one is contacted, and the call is not recorded, counted or kept.',
  suggestions: ['I would like to book an appointment.', 'When are you open?', 'Please have someone call me back.'],
  lost: 'The connection was lost. Nothing was kept.',
};

export interface TryoutDialogProps {
  open: boolean;
  onClose: () => void;
  slug: string;
  draft: Draft;
  /** Tests bring their own. */
  devices?: CallDevices;
}

/** A call with Mia as the draft has her, from the moment it was opened. */
export function TryoutDialog({ open, onClose, slug, draft, devices = browserDevices }: TryoutDialogProps) {
  const [ports] = useState(() => ({ calls: new TryoutCalls(slug, draft), chat: new TryoutChat(slug, draft), devices }));
  return createPortal(
    // It may stand within a form, which what is sent here would save.
    <div onSubmit={(event: FormEvent) => event.stopPropagation()}>
      <VoiceWidget open={open} onClose={onClose} onClosed={nothing} ports={ports} words={WORDS} />
    </div>,
    document.body,
  );
}

/** The browser gives the focus back to the button. */
function nothing() {}
