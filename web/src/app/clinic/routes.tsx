import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { clinicQuery, sessionQuery } from '@/features/access/queries';
import { Loading } from '@/ui/spinner';
import { ClinicArea } from './clinic-area';
import { Crashed } from './crashed';
import { NotFound } from './not-found';

/** The pages of a clinic, each with a script of its own. */
const CLINIC_PAGES: RouteObject[] = [
  { index: true, lazy: { Component: async () => (await import('./clinic-dashboard')).Component } },
  { path: 'messages', lazy: { Component: async () => (await import('./messages')).Component } },
  { path: 'calls', lazy: { Component: async () => (await import('./calls')).Component } },
  { path: 'team', lazy: { Component: async () => (await import('./team')).Component } },
  { path: 'activity', lazy: { Component: async () => (await import('./activity-log')).Component } },
  { path: 'api-tokens', lazy: { Component: async () => (await import('./api-tokens')).Component } },
  { path: 'support', lazy: { Component: async () => (await import('./support')).Component } },
];

/** Every screen behind the login. What a screen must know first is asked for while its script is on the way. */
export const makeRouter = (queries: QueryClient) => {
  const askWho = () => {
    void queries.prefetchQuery(sessionQuery);
    return null;
  };
  return createBrowserRouter([
    {
      errorElement: <Crashed />,
      hydrateFallbackElement: <Loading>Loading dashboard...</Loading>,
      children: [
        {
          path: '/dashboard',
          loader: askWho,
          lazy: { Component: async () => (await import('./general-dashboard')).Component },
        },
        {
          path: '/dashboard/:clinic',
          loader: ({ params }) => {
            void queries.prefetchQuery(clinicQuery(params['clinic'] ?? ''));
            return askWho();
          },
          shouldRevalidate: ({ currentParams, nextParams }) => currentParams['clinic'] !== nextParams['clinic'],
          Component: ClinicArea,
          children: CLINIC_PAGES,
        },
        {
          path: '/account',
          loader: askWho,
          shouldRevalidate: () => false,
          lazy: { Component: async () => (await import('./account-area')).Component },
          children: [
            { index: true, element: <Navigate to="/account/security" replace /> },
            { path: 'security', lazy: { Component: async () => (await import('./account-security')).Component } },
          ],
        },
        {
          path: '/sandbox/phone',
          lazy: { Component: async () => (await import('@/features/phones/phones-page')).PhonesPage },
        },
        { path: '*', element: <NotFound /> },
      ],
    },
  ]);
};
