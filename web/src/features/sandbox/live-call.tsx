import { PhoneOff, Phone, Voicemail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Caption } from '@/lib/captions';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { useLetGo, type DeviceCall, type LetGo } from './queries';
import type { SandboxPhoneState } from './use-sandbox-phone';

export interface RingingProps {
  call: DeviceCall;
  practice: string;
  onAnswer: () => void;
}

const OTHER_ENDS: [LetGo, string][] = [
  ['decline', 'Decline'],
  ['voicemail', 'Send to voicemail'],
  ['ring-out', 'Let it ring'],
];

/** A phone that rings, and what its owner may do. */
export function Ringing({ call, practice, onAnswer }: RingingProps) {
  const letGo = useLetGo();
  return (
    <div role="alert" className="grid gap-4 bg-night p-6 text-night-ink">
      <div>
        <p className="text-night-slate">Incoming call</p>
        <p className="font-display text-2xl font-medium">{practice}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAnswer} className="bg-night-coral! text-night! hover:opacity-90">
          <Phone aria-hidden="true" className="size-4" />
          Answer
        </Button>
        {OTHER_ENDS.map(([action, label]) => (
          <Button
            key={action}
            variant="quiet"
            onClick={() => letGo.mutate({ params: { path: { call_id: call.id, action } } })}
            className="border border-night-line text-night-ink! hover:bg-night-line!"
          >
            {action === 'voicemail' && <Voicemail aria-hidden="true" className="size-4" />}
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** A call that is held here: what is said, and the way to end it. */
export function LiveCall({ state, onHangUp }: { state: SandboxPhoneState; onHangUp: () => void }) {
  return (
    <div className="grid gap-4 bg-night p-6 text-night-ink">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-semibold">
          {state.connected ? 'On the phone with Mia' : 'Picking up…'}
        </p>
        <Button variant="danger" onClick={onHangUp}>
          <PhoneOff aria-hidden="true" className="size-4" />
          Hang up
        </Button>
      </div>
      {(state.microphone === 'refused' || state.microphone === 'absent') && (
        <p className="text-[0.9375rem] text-night-slate">
          No microphone, so Mia can’t hear you. Allow microphone access to talk.
        </p>
      )}
      <Captions captions={state.captions} />
    </div>
  );
}

/** What is said on the phone, as it is understood. */
export function Captions({ captions }: { captions: readonly Caption[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [captions]);
  return (
    // A scrolling region must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} role="log" aria-label="Captions" tabIndex={0} className="grid max-h-72 gap-2 overflow-y-auto">
      {captions.map(({ id, who, text, partial }) => (
        <p key={id} data-who={who} className="phone-line">
          <span className={classNames('mr-2 text-sm font-semibold', who === 'mia' ? 'text-night-coral' : 'text-night-slate')}>
            {who === 'mia' ? 'Mia' : 'You'}
          </span>
          {text} {partial && <span aria-hidden="true">{partial}</span>}
        </p>
      ))}
    </div>
  );
}
