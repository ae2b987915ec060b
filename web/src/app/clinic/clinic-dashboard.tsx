import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { sessionQuery, type Clinic, type Session } from '@/features/access/queries';
import { ClinicGate } from '@/features/access/clinic-gate';
import { LogoutButton } from '@/features/access/logout-button';
import { leaveForLogin } from '@/features/access/session-watch';
import { DayList } from '@/features/appointments/day-list';
import { ClinicHeader } from '@/features/dashboard/clinic-header';
import { ComingSoon, ComplianceNotice } from '@/features/dashboard/closing-notices';
import { CommsAnalytics } from '@/features/dashboard/comms-analytics';
import { RecentTreatments } from '@/features/dashboard/recent-treatments';
import { StatCards } from '@/features/dashboard/stat-cards';
import { Welcome } from '@/features/dashboard/welcome';
import { History } from '@/features/history/history';
import { bundle } from '@/features/live/bundle';
import type { Change } from '@/features/live/event-source';
import { OfflineBanner } from '@/features/live/offline-banner';
import { useLive } from '@/features/live/use-live';
import { ValueTracker } from '@/features/rebooking/value-tracker';
import { TaskList } from '@/features/tasks/task-list';
import { dayIn, weekdayAndDate } from '@/lib/clinic-time';
import { refreshAll, refreshChanged } from './refresh';

/** `/dashboard/{clinic}`: the page on which a clinic's staff spend their day. */
export function Component() {
  const { clinic: slug = '' } = useParams();
  return (
    <ClinicGate key={slug} slug={slug}>
      {({ session, clinic }) => <ClinicDashboard session={session} clinic={clinic} />}
    </ClinicGate>
  );
}

function ClinicDashboard({ session, clinic }: { session: Session; clinic: Clinic }) {
  const { slug, timezone: timeZone } = clinic;
  const live = useFreshData(slug);
  return (
    <>
      <title>{`${clinic.name} · Mia`}</title>
      <a
        href="#main"
        className="fixed top-3 left-4 z-40 -translate-y-20 rounded-full bg-night px-5 py-3 text-night-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <ClinicHeader clinic={clinic} email={session.user.email} logout={<LogoutButton left={leaveForLogin} />} />
      <div className="sticky top-0 z-20">
        <OfflineBanner state={live.state} retry={live.retry} />
      </div>
      <main id="main" tabIndex={-1} className="mx-auto grid max-w-[84rem] gap-6 px-4 py-8 outline-none sm:px-8 sm:py-10">
        <Welcome clinicName={clinic.name} today={weekdayAndDate(dayIn(timeZone))} />
        <StatCards slug={slug} />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <TaskList slug={slug} timeZone={timeZone} />
          <DayList slug={slug} timeZone={timeZone} />
        </div>
        <History slug={slug} timeZone={timeZone} />
        <ValueTracker />
        <div className="grid gap-6 lg:grid-cols-2">
          <RecentTreatments slug={slug} timeZone={timeZone} />
          <CommsAnalytics slug={slug} />
        </div>
        <ComingSoon />
        <ComplianceNotice />
      </main>
    </>
  );
}

/** Keeps what the page has loaded in step with the clinic's events. */
function useFreshData(slug: string) {
  const queries = useQueryClient();
  const changes = useRef<ReturnType<typeof bundle<Change>>>(null);
  useEffect(() => {
    const gathered = bundle<Change>((items) => refreshChanged(queries, slug, items));
    changes.current = gathered;
    return () => gathered.drop();
  }, [queries, slug]);

  return useLive(slug, {
    onChange: (change) => changes.current?.add(change),
    onReady: () => refreshAll(queries, slug),
    // When the session has ended, the answer to this leads to the login.
    onRefused: () => void queries.refetchQueries({ queryKey: sessionQuery.queryKey }),
  });
}
