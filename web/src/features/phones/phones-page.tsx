import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiError, isWorthRetrying, reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Logo } from '@/ui/logo';
import { EmptyNote, ErrorNote } from '@/ui/notes';
import { Section } from '@/ui/section';
import { Loading } from '@/ui/spinner';
import { ThemeToggle } from '@/ui/theme-toggle';
import { Clock } from './clock';
import { Device } from './device';
import { DeviceList } from './device-list';
import { Reach } from './reach';
import { clockQuery, devicesQuery, type Device as Telephone } from './queries';
import { useHandset } from './use-handset';

/** `/sandbox/phone`: the patients' telephones, to be used by whoever tries Mia out. Never in production. */
export function PhonesPage() {
  const devices = useQuery(devicesQuery);
  return (
    <div className="mx-auto min-h-dvh max-w-6xl px-4 py-6 sm:px-8">
      <title>Sandbox phones · Mia</title>
      <header className="flex items-center justify-between gap-4">
        <a href="/" aria-label="Mia, home" className="rounded-xl">
          <Logo />
        </a>
        <ThemeToggle />
      </header>
      <main className="grid gap-6 py-8">
        <div className="max-w-2xl">
          <h1 className="font-display text-[2.5rem] leading-tight font-medium">Patients&rsquo; phones</h1>
          <p className="mt-1 text-slate">
            Nothing leaves this machine in the sandbox. Here you are the patient: read what Mia sent, answer it, and
            pick up when she calls.
          </p>
        </div>
        {devices.isPending && <Loading>Loading the telephones...</Loading>}
        {devices.isError && !devices.data && (
          <ErrorNote onRetry={isWorthRetrying(devices.error) ? () => void devices.refetch() : undefined}>
            {isMissing(devices.error) ? 'There is no sandbox here.' : reasonOf(devices.error, 'The telephones could not be loaded.')}
          </ErrorNote>
        )}
        {devices.data && <Desk devices={devices.data} />}
      </main>
    </div>
  );
}

function isMissing(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Desk({ devices }: { devices: readonly Telephone[] }) {
  const [params, setParams] = useSearchParams();
  const clock = useQuery(clockQuery);
  const handset = useHandset();
  const chosen = params.get('device');
  const now = clock.data ? Date.parse(clock.data.now) : 0;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      {/* On a small screen the telephone in the hand comes before the others. */}
      <div className={classNames('grid min-w-0 gap-6', chosen && 'max-lg:order-last')}>
        <Section title="Telephones">
          {devices.length === 0 ? (
            <EmptyNote title="Nobody was called or texted yet">
              Confirm a call or a message in a clinic&rsquo;s Patient Rebooking Center, and the telephone appears here.
            </EmptyNote>
          ) : (
            <DeviceList
              devices={devices}
              chosen={chosen}
              now={now}
              onChoose={(device) => setParams({ device }, { replace: true, preventScrollReset: true })}
            />
          )}
        </Section>
        <Reach />
        <Clock />
      </div>
      {chosen ? (
        <Device key={chosen} id={chosen} handset={handset} />
      ) : (
        <Section title="No telephone chosen">
          <EmptyNote title="Pick up a telephone">Choose one in the list to see and hear what its owner does.</EmptyNote>
        </Section>
      )}
    </div>
  );
}
