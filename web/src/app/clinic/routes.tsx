import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, Navigate, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { clinicQuery, sessionQuery } from '@/features/identity/session/queries';
import { ClinicArea } from './clinic-area';
import { askForCalendar, askForDashboard, askForTasks } from './first-asked';
import { Component as ClinicDashboard } from './pages/clinic-dashboard';
import { Crashed } from './crashed';

/** Asks for what a page shows first while its script is on the way; what is refused, the page says. */
const askedAhead = (queries: QueryClient, ask: typeof askForDashboard) => ({
  loader: ({ params, request }: LoaderFunctionArgs) => {
    void ask(queries, params['clinic'] ?? '', new URL(request.url).searchParams).catch(() => undefined);
    return null;
  },
  shouldRevalidate: () => false,
});

/** The pages of a clinic, each with a script of its own but for the one on which most people begin. */
const clinicPages = (queries: QueryClient): RouteObject[] => [
  { index: true, ...askedAhead(queries, askForDashboard), Component: ClinicDashboard },
  {
    path: 'tasks',
    ...askedAhead(queries, askForTasks),
    lazy: { Component: async () => (await import('./pages/tasks')).Component },
  },
  { path: 'messages', lazy: { Component: async () => (await import('./pages/messages')).Component } },
  { path: 'leads', lazy: { Component: async () => (await import('./pages/leads')).Component } },
  { path: 'patients', lazy: { Component: async () => (await import('./pages/patients')).Component } },
  { path: 'patients/:patient', lazy: { Component: async () => (await import('./pages/patient')).Component } },
  {
    path: 'calendar',
    ...askedAhead(queries, askForCalendar),
    lazy: { Component: async () => (await import('./pages/calendar')).Component },
  },
  { path: 'calls', lazy: { Component: async () => (await import('./pages/calls')).Component } },
  {
    path: 'rebooking-analytics',
    lazy: { Component: async () => (await import('./pages/rebooking-analytics')).Component },
  },
  { path: 'patients/import', lazy: { Component: async () => (await import('./pages/patient-import')).Component } },
  { path: 'team', lazy: { Component: async () => (await import('./pages/team')).Component } },
  { path: 'activity', lazy: { Component: async () => (await import('./pages/activity-log')).Component } },
  { path: 'api-tokens', lazy: { Component: async () => (await import('./pages/api-tokens')).Component } },
  { path: 'settings/:part?', lazy: { Component: async () => (await import('./pages/settings')).Component } },
  { path: 'setup/:step?', lazy: { Component: async () => (await import('./pages/setup')).Component } },
  { path: 'support', lazy: { Component: async () => (await import('./pages/support')).Component } },
  { path: '*', lazy: { Component: async () => (await import('./not-found')).NothingHere } },
];

/** Every screen behind the login. What a screen must know first is asked for while its script is on the way. */
export const makeRouter = (queries: QueryClient) => {
  const askWho = async () => {
    await queries.prefetchQuery(sessionQuery);
    return null;
  };
  return createBrowserRouter([
    {
      errorElement: <Crashed />,
      children: [
        {
          path: '/dashboard',
          loader: askWho,
          lazy: { Component: async () => (await import('./pages/general-dashboard')).Component },
        },
        {
          path: '/dashboard/:clinic',
          loader: async ({ params }) => {
            const plate = queries.prefetchQuery(clinicQuery(params['clinic'] ?? ''));
            await Promise.all([askWho(), plate]);
            return null;
          },
          shouldRevalidate: ({ currentParams, nextParams }) => currentParams['clinic'] !== nextParams['clinic'],
          Component: ClinicArea,
          children: clinicPages(queries),
        },
        {
          path: '/dashboard/client/:client',
          loader: askWho,
          shouldRevalidate: () => false,
          lazy: { Component: async () => (await import('./pages/client-dashboard')).Component },
        },
        {
          path: '/account',
          loader: askWho,
          shouldRevalidate: () => false,
          lazy: { Component: async () => (await import('./pages/account-area')).Component },
          children: [
            { index: true, element: <Navigate to="/account/security" replace /> },
            { path: 'security', lazy: { Component: async () => (await import('./pages/account-security')).Component } },
          ],
        },
        {
          path: '/temp-crm',
          loader: askWho,
          shouldRevalidate: () => false,
          lazy: { Component: async () => (await import('./pages/temp-crm')).Component },
        },
        {
          path: '/sandbox/phone',
          lazy: { Component: async () => (await import('@/features/sandbox/phones-page')).PhonesPage },
        },
        { path: '*', lazy: { Component: async () => (await import('./not-found')).NotFound } },
      ],
    },
  ]);
};
