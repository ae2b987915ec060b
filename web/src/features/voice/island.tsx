import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { browserDevices } from './call/browser-devices';
import { ChatClient, FrontOfficeCalls } from './front-office';
import { VoiceWidget } from './voice-widget';

const ports = { calls: new FrontOfficeCalls(), devices: browserDevices, chat: new ChatClient() };

const LAUNCHER_TEXT = { idle: 'Talk to Mia', inCall: 'In Call with Mia' };

let isOpen = false;
let mounted = false;
let opener: HTMLElement | null = null;
const subscribers = new Set<() => void>();

function setOpen(open: boolean): void {
  isOpen = open;
  subscribers.forEach((notify) => notify());
}

/** Opens the modal; `from` is the control that asked for it and gets the focus back. */
export function openVoice(from: HTMLElement): void {
  opener = from;
  if (!mounted) mount();
  setOpen(true);
}

function mount(): void {
  mounted = true;
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    <StrictMode>
      <VoiceIsland />
    </StrictMode>,
  );
}

function subscribe(notify: () => void): () => void {
  subscribers.add(notify);
  return () => subscribers.delete(notify);
}

function VoiceIsland() {
  const open = useSyncExternalStore(subscribe, () => isOpen);
  return (
    <VoiceWidget
      open={open}
      onClose={() => setOpen(false)}
      onClosed={() => opener?.focus()}
      onInCall={showInCall}
      ports={ports}
    />
  );
}

/** The floating button is static markup outside of React: only its text changes. */
function showInCall(inCall: boolean): void {
  const launcher = document.querySelector<HTMLElement>('[data-voice-launcher]');
  const text = launcher?.querySelector('[data-voice-launcher-text]');
  if (!launcher || !text) return;
  launcher.toggleAttribute('data-in-call', inCall);
  text.textContent = inCall ? LAUNCHER_TEXT.inCall : LAUNCHER_TEXT.idle;
}
