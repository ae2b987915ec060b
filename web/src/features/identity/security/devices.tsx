import { useQuery } from '@tanstack/react-query';
import { Cpu, MonitorSmartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { longTimestamp, timeAgo } from '@/lib/time/clinic-time';
import { deviceName } from '@/lib/device-name';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { devicesQuery, endAllDevices, endDevice, useAccountChanged, type Device } from './queries';

export interface DevicesProps {
  timeZone: string;
  /** Leaves the page when this device was signed out with all others. */
  left: () => void;
}

/** Where the reader is signed in, and a way to end that. */
export function Devices({ timeZone, left }: DevicesProps) {
  const query = useQuery(devicesQuery);
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section title="Devices" note="Where you are signed in" actions={<Everywhere left={left} />}>
      <Loaded query={query} waiting="Loading your devices" rows={2} explain={explain('Couldn’t load your devices.')}>
        {(devices) => (
          <ul ref={list} tabIndex={-1} className="border-t border-line outline-none">
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} timeZone={timeZone} onEnded={() => list.current?.focus()} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function DeviceRow({ device, timeZone, onEnded }: { device: Device; timeZone: string; onEnded: () => void }) {
  const [asking, setAsking] = useState(false);
  const changed = useAccountChanged();
  const say = useToast();
  const name = deviceName(device.device);
  const Icon = device.kind === 'api' ? Cpu : MonitorSmartphone;

  async function end() {
    await endDevice(device.id);
    await changed();
    say(`${name} is signed out.`);
    onEnded();
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-slate max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {name}
          {device.current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-[0.9375rem] text-slate">
          Network {device.network} · active{' '}
          <time dateTime={device.last_seen_at}>{timeAgo(device.last_seen_at, timeZone)}</time>
        </p>
        <p className="text-sm text-slate">
          Signed in <time dateTime={device.created_at}>{longTimestamp(device.created_at, timeZone)}</time>
        </p>
      </div>
      {!device.current && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Sign out<span className="sr-only"> {name}</span>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign this device out?"
        action="Yes, sign out"
        onConfirm={end}
        explain={(error) => reasonOf(error, 'Couldn’t sign out the device.')}
      >
        <p>{name} will need your password to sign in again. If you don’t recognize this device, change your password too.</p>
      </ConfirmDialog>
    </li>
  );
}

function Everywhere({ left }: { left: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        action="Yes, sign out everywhere"
        danger
        onConfirm={async () => {
          await endAllDevices();
          left();
        }}
        explain={(error) => reasonOf(error, 'Couldn’t sign out your devices.')}
      >
        <p>Signs out every browser and program, including this one.</p>
      </ConfirmDialog>
    </>
  );
}
