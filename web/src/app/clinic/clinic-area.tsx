import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';
import { ClinicGate } from '@/features/access/clinic-gate';
import { LogoutButton } from '@/features/access/logout-button';
import { sessionQuery } from '@/features/access/queries';
import { leaveForLogin } from '@/features/access/session-watch';
import { bundle } from '@/features/live/bundle';
import type { Change } from '@/features/live/event-source';
import { OfflineBanner } from '@/features/live/offline-banner';
import { useLive } from '@/features/live/use-live';
import { BottomNavigation } from '@/features/shell/bottom-navigation';
import { ClinicHeader } from '@/features/shell/clinic-header';
import { SideNavigation } from '@/features/shell/navigation';
import { PageFrame } from '@/features/shell/page-frame';
import { PaletteButton } from '@/features/shell/palette-button';
import { Shortcuts } from '@/features/shell/shortcuts';
import type { Area } from './area';
import { commandsOf, placesOf } from './places';
import { refreshAll, refreshChanged } from './refresh';

/** `/dashboard/{clinic}` and what lies below it: one frame, in which the pages take turns. */
export function ClinicArea() {
  const { clinic: slug = '' } = useParams();
  const session = useQuery(sessionQuery);
  // The clinic asks for a second factor that this person has not set up: nothing of it opens before.
  if (session.data?.second_factor === 'enrol') return <Navigate to="/account/security" replace />;
  return (
    <ClinicGate key={slug} slug={slug}>
      {(area) => <Inside {...area} />}
    </ClinicGate>
  );
}

function Inside({ session, clinic }: Area) {
  const live = useFreshData(clinic.slug);
  const area = useMemo(() => ({ session, clinic }), [session, clinic]);
  const groups = useMemo(() => placesOf(clinic), [clinic]);
  const commands = useMemo(() => commandsOf(clinic), [clinic]);
  return (
    <PageFrame
      header={
        <>
          <ClinicHeader
            clinic={clinic}
            email={session.user.email}
            logout={
              <>
                <PaletteButton />
                <LogoutButton left={leaveForLogin} />
              </>
            }
          />
          <div className="sticky top-0 z-20">
            <OfflineBanner state={live.state} retry={live.retry} />
          </div>
        </>
      }
      side={<SideNavigation label="Pages" groups={groups} />}
      bottom={
        <BottomNavigation label="Main pages" groups={groups}>
          <p className="truncate">{session.user.email}</p>
          <p>{clinic.role_label}</p>
        </BottomNavigation>
      }
    >
      <Outlet context={area} />
      <Shortcuts commands={commands} />
    </PageFrame>
  );
}

/** Keeps what the pages have loaded in step with the clinic's events. */
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
