import { soonTime } from '@/lib/time/clinic-time';
import type { Way } from './queries';

const CHANNELS: Record<Way['channel'], string> = { sms: 'Text', email: 'Email' };

export interface WayChoiceProps {
  ways: readonly Way[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** By which address a message leaves. */
export function WayChoice({ ways, chosen, onChoose }: WayChoiceProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-x-4">
      <legend className="sr-only">Send by</legend>
      {ways.map(({ id, channel, address }) => (
        <label key={id} className="inline-flex min-h-8 min-w-0 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="way"
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-4.5 shrink-0 accent-petrol"
          />
          <span title={address} className="truncate">
            {CHANNELS[channel]} {address}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Whether the person may be written to there, and if not, why and when. */
export function Consent({ way, timeZone }: { way: Way; timeZone: string }) {
  if (way.opted_out) {
    return (
      <p className="text-base text-slate">
        This patient opted out of messages. You can’t message them until they opt back in.
      </p>
    );
  }
  if (way.allowed) return <p className="text-slate">{CHANNELS[way.channel]} allowed</p>;
  return (
    <p className="font-medium text-warn">
      Not now: {way.reason}
      {way.until && `. Available ${soonTime(way.until, timeZone)}`}
    </p>
  );
}
