import type { QueryClient } from '@tanstack/react-query';
import { clinicQuery, sessionQuery } from '@/features/identity/session/queries';
import { tasksQuery } from '@/features/inbox/tasks/queries';
import { overviewQuery } from '@/features/insights/dashboard/queries';
import { patientsQuery } from '@/features/recalls/center/queries';
import { readView } from '@/features/recalls/center/view';
import { appointmentsQuery, calendarQuery } from '@/features/schedule/day/queries';

const OF_CLINIC = /^\/dashboard\/(?!client(?:\/|$))([^/]+)/;

/** Asks who reads a page of a clinic, and for its name plate, before the router knows the page. */
export function askWho(queries: QueryClient, path: string): void {
  const slug = OF_CLINIC.exec(path)?.[1];
  if (!slug) return;
  void queries.prefetchQuery(sessionQuery);
  void queries.prefetchQuery(clinicQuery(slug));
}

/** Asks for what the dashboard shows first, as soon as it is known that the reader may, and before anything is drawn. */
export async function askForDashboard(queries: QueryClient, slug: string, address: URLSearchParams): Promise<void> {
  const clinic = await queries.ensureQueryData(clinicQuery(slug));
  const { group, page } = readView(address);
  void queries.prefetchQuery(overviewQuery(slug));
  if (clinic.permissions.includes('tasks.read')) void queries.prefetchQuery(tasksQuery(slug));
  if (!address.has('date')) void queries.prefetchQuery(appointmentsQuery(slug, null));
  if (clinic.permissions.includes('patients.read')) void queries.prefetchQuery(patientsQuery(slug, '', group, page));
}

/** Asks for the tasks that are open; a filtered queue is asked for by its page. */
export async function askForTasks(queries: QueryClient, slug: string, address: URLSearchParams): Promise<void> {
  const { permissions } = await queries.ensureQueryData(clinicQuery(slug));
  if (permissions.includes('tasks.read') && address.size === 0) void queries.prefetchQuery(tasksQuery(slug));
}

/** Asks for today's calendar; other days are asked for by their page. */
export async function askForCalendar(queries: QueryClient, slug: string, address: URLSearchParams): Promise<void> {
  await queries.ensureQueryData(clinicQuery(slug));
  if (address.size === 0) void queries.prefetchQuery(calendarQuery(slug, null, 1));
}
