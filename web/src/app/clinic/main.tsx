import './clinic.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { isWorthRetrying } from '@/api/answer';
import { IdleWarning } from '@/features/access/idle-warning';
import { watchSession } from '@/features/access/session-watch';
import { clinicReports, watchErrors } from '@/lib/error-reports';
import { applyStoredTheme } from '@/lib/theme';
import { ToastProvider } from '@/ui/toast';
import { makeRouter } from './routes';

watchErrors(clinicReports());
applyStoredTheme();
const leave = (address: string) => location.replace(address);
watchSession(leave);

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && isWorthRetrying(error),
    },
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('app.html has lost its #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <RouterProvider router={makeRouter(queries)} />
        <IdleWarning leave={leave} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
