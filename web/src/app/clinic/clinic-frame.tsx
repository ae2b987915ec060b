import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ofClinic } from '@/api/keys';
import { LogoutButton } from '@/features/identity/session/logout-button';
import { clinicQuery, sessionQuery } from '@/features/identity/session/queries';
import { leaveForLogin } from '@/features/identity/session/session-watch';
import { bundle } from '@/features/shell/live/bundle';
import type { Change } from '@/features/shell/live/event-source';
import { OfflineBanner } from '@/features/shell/live/offline-banner';
import { useLive } from '@/features/shell/live/use-live';
import { BottomNavigation } from '@/features/shell/bottom-navigation';
import { ClinicHeader } from '@/features/shell/clinic-header';
import { SideNavigation } from '@/features/shell/navigation';
import { PageFrame } from '@/features/shell/page-frame';
import { PaletteButton } from '@/features/shell/palette-button';
import { Shortcuts } from '@/features/shell/shortcuts';
import { AlertBanner } from '@/features/inbox/tasks/alert-banner';
import { useMedia } from '@/ui/hooks/use-media';
import { lazily } from '@/ui/lazily';
import type { Area } from './area';
import { searchOf } from './palette-search';
import { commandsOf, placesOf } from './places';
import { useBadges } from './badges';
import { refreshAll, refreshChanged } from './refresh';

/** Comes after the page, and only to those who have several clinics. */
const Switcher = lazily(async () => (await import('@/features/shell/clinic-switcher')).ClinicSwitcher);

/** What stands around every page of a clinic, and what keeps the page in step with the clinic's events. */
export function ClinicFrame({ session, clinic, children }: Area & { children: ReactNode }) {
  const live = useFreshData(clinic);
  const badges = useBadges(clinic);
  const groups = useMemo(() => placesOf(clinic, badges), [clinic, badges]);
  const commands = useMemo(() => commandsOf(clinic), [clinic]);
  const search = useMemo(() => searchOf(clinic), [clinic]);
  const roomBeside = useMedia('(min-width: 64rem)');
  return (
    <PageFrame
      header={
        <>
          <ClinicHeader
            clinic={clinic}
            email={session.user.email}
            switcher={session.clinics.length > 1 && <Switcher slug={clinic.slug} clinics={session.clinics} />}
            logout={
              <>
                <PaletteButton />
                <LogoutButton left={leaveForLogin} />
              </>
            }
          />
          <div ref={leaveRoom} className="sticky top-0 z-20">
            <OfflineBanner state={live.state} retry={live.retry} />
            {clinic.permissions.includes('tasks.read') && (
              <AlertBanner slug={clinic.slug} timeZone={clinic.timezone} mayTake={clinic.permissions.includes('tasks.complete')} />
            )}
          </div>
        </>
      }
      side={roomBeside && <SideNavigation label="Pages" groups={groups} />}
      bottom={
        !roomBeside && (
          <BottomNavigation label="Main pages" groups={groups}>
            <p className="truncate">{session.user.email}</p>
            <p>{clinic.role_label}</p>
          </BottomNavigation>
        )
      }
    >
      {children}
      <Shortcuts commands={commands} search={search} />
    </PageFrame>
  );
}

/**
 * Pages that fill the window leave room for what stands over them (`--notices`), so that the box to write in stays in
 * sight. Where nothing does, nothing is set: the browser would style the whole page again.
 */
function leaveRoom(notices: HTMLElement | null): (() => void) | undefined {
  if (!notices) return undefined;
  const { style } = document.documentElement;
  let room = 0;
  const observer = new ResizeObserver(() => {
    if (notices.offsetHeight === room) return;
    room = notices.offsetHeight;
    style.setProperty('--notices', `${room}px`);
  });
  observer.observe(notices);
  return () => {
    observer.disconnect();
    style.removeProperty('--notices');
  };
}

/** Keeps what the pages have loaded in step with the clinic's events. */
function useFreshData({ slug, news }: Area['clinic']) {
  const queries = useQueryClient();
  // Whatever the pages load comes after the clinic's own answer, unless they were here before: then all is asked again.
  const [begin] = useState(() => (hasOlder(queries, slug) ? undefined : news));
  const changes = useRef<ReturnType<typeof bundle<Change>>>(null);
  useEffect(() => {
    const gathered = bundle<Change>((items) => refreshChanged(queries, slug, items));
    changes.current = gathered;
    return () => gathered.drop();
  }, [queries, slug]);

  const handlers = {
    onChange: (change: Change) => changes.current?.add(change),
    onReady: () => refreshAll(queries, slug),
    // When the session has ended, the answer to this leads to the login.
    onRefused: () => void queries.refetchQueries({ queryKey: sessionQuery.queryKey }),
  };
  return useLive(slug, handlers, begin);
}

/** Whether something was loaded before the clinic's own answer. */
function hasOlder(queries: QueryClient, slug: string): boolean {
  const plate = queries.getQueryState(clinicQuery(slug).queryKey)?.dataUpdatedAt ?? 0;
  const loaded = queries.getQueryCache().findAll(ofClinic(slug));
  return loaded.some(({ state }) => state.data !== undefined && state.dataUpdatedAt < plate);
}
