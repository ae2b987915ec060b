import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { ClinicChooser } from '@/features/identity/session/clinic-chooser';
import { LogoutButton } from '@/features/identity/session/logout-button';
import type { Session } from '@/features/identity/session/queries';
import { leaveForLogin } from '@/features/identity/session/session-watch';
import { DebugQuery } from '@/features/insights/dashboard/own/debug-query';
import { OwnCommsStats, OwnRecentTreatments, OwnStatCards } from '@/features/insights/dashboard/own/figures';
import { siteQuery } from '@/features/insights/dashboard/own/queries';
import { GeneralHeader } from '@/features/shell/general-header';
import { PageFrame } from '@/features/shell/page-frame';
import { buttonClass } from '@/ui/buttons/button';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';

/** `/dashboard`: figures over all of a user's clinics, or over none yet; a user of one clinic goes straight to it. */
export function Component() {
  return <ClinicChooser>{(session) => <GeneralDashboard session={session} />}</ClinicChooser>;
}

function GeneralDashboard({ session: { user, clinics } }: { session: Session }) {
  const { data: site } = useQuery(siteQuery);
  const names = useMemo(() => new Map(clinics.map(({ id, name }) => [id, name])), [clinics]);
  return (
    <PageFrame
      header={
        <GeneralHeader
          name="Rebooking Dashboard"
          subdomains={clinics.map(({ subdomain }) => subdomain)}
          email={user.email}
          logout={<LogoutButton left={leaveForLogin} />}
        />
      }
    >
      <title>Rebooking Dashboard · Mia</title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="font-display text-[2.5rem] leading-tight font-medium">Your clinics</h1>
        <div className="flex flex-wrap gap-3">
          {site?.showcase && (
            <Link to={`/dashboard/client/${site.showcase}`} className={buttonClass('secondary')}>
              Demo Client Dashboard
            </Link>
          )}
          <Link to="/temp-crm" className={buttonClass('secondary')}>
            Temporary CRM
          </Link>
        </div>
      </div>
      <Clinics clinics={clinics} />
      <OwnStatCards />
      <OwnRecentTreatments names={names} />
      <OwnCommsStats names={names} />
      {clinics.some(({ role }) => role === 'owner') && <DebugQuery />}
    </PageFrame>
  );
}

function Clinics({ clinics }: Pick<Session, 'clinics'>) {
  if (clinics.length === 0) {
    return <EmptyNote title="You are not a member of a clinic yet">Ask the practice’s owner to invite you.</EmptyNote>;
  }
  return (
    <Section title="Open a clinic">
      <ul className="grid border-t border-line sm:grid-cols-2">
        {clinics.map((clinic) => (
          <li key={clinic.id} className="border-b border-line last:border-b-0 sm:border-b-0 sm:not-last:border-r">
            <Link
              to={`/dashboard/${clinic.slug}`}
              className="group flex items-center justify-between gap-4 px-5 py-4 transition-colors hover:bg-celadon/50 focus-visible:-outline-offset-3 sm:px-6"
            >
              <span className="min-w-0">
                <span className="block truncate text-lg font-semibold">{clinic.name}</span>
                <span className="block text-[0.9375rem] text-slate">
                  {clinic.slug} · {clinic.role_label}
                </span>
              </span>
              <ArrowRight
                aria-hidden="true"
                className="size-5 shrink-0 text-petrol transition-transform group-hover:translate-x-1"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
