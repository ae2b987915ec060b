import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { clinicQuery, sessionQuery } from '@/features/access/queries';
import { Loading } from '@/ui/spinner';
import { Crashed } from './crashed';
import { NotFound } from './not-found';

/** Every screen behind the login. What a screen must know first is asked for while its script is on the way. */
export const makeRouter = (queries: QueryClient) =>
  createBrowserRouter([
    {
      errorElement: <Crashed />,
      hydrateFallbackElement: <Loading>Loading dashboard...</Loading>,
      children: [
        {
          path: '/dashboard',
          loader: () => {
            void queries.prefetchQuery(sessionQuery);
            return null;
          },
          lazy: { Component: async () => (await import('@/features/access/clinic-chooser')).ClinicChooser },
        },
        {
          path: '/dashboard/:clinic',
          loader: ({ params }) => {
            void queries.prefetchQuery(sessionQuery);
            void queries.prefetchQuery(clinicQuery(params['clinic'] ?? ''));
            return null;
          },
          shouldRevalidate: ({ currentParams, nextParams }) => currentParams['clinic'] !== nextParams['clinic'],
          lazy: { Component: async () => (await import('./clinic-dashboard')).Component },
        },
        { path: '*', element: <NotFound /> },
      ],
    },
  ]);
