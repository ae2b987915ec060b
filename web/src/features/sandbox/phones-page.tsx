import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiError, isWorthRetrying, reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Logo } from '@/ui/logo';
import { EmptyNote, ErrorNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { Loading } from '@/ui/feedback/spinner';
import { ThemeToggle } from '@/ui/buttons/theme-toggle';
import { Clock } from './clock';
import { Device } from './device';
import { DeviceList } from './device-list';
import { Reach } from './reach';
import { clockQuery, devicesQuery, type Device as SandboxPhone } from './queries';
import { useSandboxPhone } from './use-sandbox-phone';

/** `/sandbox/phone`: the patients' phones, to be used by anyone who tries Mia out. Never in production. */
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
            The sandbox sends nothing outside this machine. Play the patient: read Mia’s messages, reply, and pick up when she calls.
          </p>
        </div>
        {devices.isPending && <Loading>Loading phones...</Loading>}
        {devices.isError && !devices.data && (
          <ErrorNote onRetry={isWorthRetrying(devices.error) ? () => void devices.refetch() : undefined}>
            {isMissing(devices.error) ? 'The sandbox isn’t available here.' : reasonOf(devices.error, 'Couldn’t load phones.')}
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

function Desk({ devices }: { devices: readonly SandboxPhone[] }) {
  const [params, setParams] = useSearchParams();
  const clock = useQuery(clockQuery);
  const phone = useSandboxPhone();
  const chosen = params.get('device');
  const now = clock.data ? Date.parse(clock.data.now) : 0;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      {/* On a small screen the phone in the hand comes before the others. */}
      <div className={classNames('grid min-w-0 gap-6', chosen && 'max-lg:order-last')}>
        <Section title="Phones">
          {devices.length === 0 ? (
            <EmptyNote title="No calls or texts yet">
              Confirm a call or message in the Patient Rebooking Center, and the phone appears here.
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
        <Device key={chosen} id={chosen} phone={phone} />
      ) : (
        <Section title="No phone selected">
          <EmptyNote title="Choose a phone">Choose a phone from the list to act as its owner.</EmptyNote>
        </Section>
      )}
    </div>
  );
}
