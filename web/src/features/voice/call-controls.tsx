import { Mic, MicOff, Phone, PhoneOff } from 'lucide-react';
import { MicrophonePicker } from './microphone-picker';
import type { Voice } from './use-voice';

/** Start, mute and end. What the moment does not allow is not shown. */
export function CallControls({ voice }: { voice: Voice }) {
  const { phase, muted, microphone, mayReconnect } = voice.state;
  if (phase === 'connecting') return <div className="voice-controls" />;
  if (phase === 'ready') {
    return (
      <div className="voice-controls">
        <button type="button" data-focus-when="ready" className="voice-start" onClick={voice.start}>
          <Phone aria-hidden="true" size={18} />
          {mayReconnect ? 'Reconnect' : 'Start Voice Call'}
        </button>
      </div>
    );
  }
  const hears = microphone === 'processed' || microphone === 'raw';
  return (
    <>
      <div className="voice-controls">
        {hears && (
          <button type="button" className="voice-mute" aria-pressed={muted} onClick={voice.toggleMute}>
            {muted ? <MicOff aria-hidden="true" size={18} /> : <Mic aria-hidden="true" size={18} />}
            {muted ? 'Unmute' : 'Mute'}
          </button>
        )}
        <button type="button" data-focus-when="in-call" className="voice-end" onClick={voice.stop}>
          <PhoneOff aria-hidden="true" size={18} />
          End Call
        </button>
      </div>
      {hears && <MicrophonePicker microphones={voice.microphones} levels={voice.levels} />}
    </>
  );
}
