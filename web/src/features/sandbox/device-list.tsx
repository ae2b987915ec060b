import { PhoneIncoming } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { timeAgo } from '@/lib/time/clinic-time';
import { HERE } from './phone-time';
import type { Device } from './queries';

export interface DeviceListProps {
  devices: readonly Device[];
  chosen: string | null;
  /** The product's time, by which ages are told (milliseconds since 1970). */
  now: number;
  onChoose: (id: string) => void;
}

/** The phones, the latest first. */
export function DeviceList({ devices, chosen, now, onChoose }: DeviceListProps) {
  return (
    <ul className="border-t border-line">
      {devices.map((device) => (
        <li key={device.id} className="border-b border-line last:border-b-0">
          <button
            type="button"
            aria-pressed={device.id === chosen}
            onClick={() => onChoose(device.id)}
            className={classNames(
              'block w-full px-5 py-3.5 text-left transition-colors hover:bg-celadon/50 focus-visible:-outline-offset-3 sm:px-6',
              device.id === chosen && 'bg-celadon',
            )}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate font-semibold">{device.owner ?? device.number}</span>
              <time dateTime={device.last_at} className="shrink-0 text-sm text-slate">
                {timeAgo(device.last_at, HERE, now)}
              </time>
            </span>
            {device.owner && <span className="block text-[0.9375rem] text-slate tabular-nums">{device.number}</span>}
            {device.ringing ? (
              <span className="mt-0.5 flex items-center gap-2 font-medium text-mia">
                <PhoneIncoming aria-hidden="true" className="size-4" />
                Ringing
              </span>
            ) : (
              <span className="block truncate text-[0.9375rem] text-slate">{device.last_text ?? 'A call'}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
