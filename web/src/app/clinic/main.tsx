import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { isWorthRetrying } from '@/api/answer';
import { IdleWarning } from '@/features/identity/session/idle-warning';
import { leaveOnce, watchSession } from '@/features/identity/session/session-watch';
import { pause } from '@/lib/after-paint';
import { clinicReports, watchErrors } from '@/lib/error-reports';
import { ToastProvider } from '@/ui/feedback/toast';
import { askWho } from './first-asked';
import { makeRouter } from './routes';

// The scripts have been read. What comes now is done in parts, between which the browser may show what there is and
// answer who presses.
await pause();
watchErrors(clinicReports());
const leave = leaveOnce((address) => location.replace(address));
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

const place = document.getElementById('root');
if (!place) throw new Error('app.html has lost its #root');
const root = createRoot(place);

askWho(queries, location.pathname);
await pause();
const router = makeRouter(queries);
// What the page opened with stands until it can be drawn.
await new Promise<void>((begin) => {
  if (router.state.initialized) return begin();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    begin();
  });
});
// As a transition it is drawn in steps, between which the page answers.
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <RouterProvider router={router} />
          <IdleWarning leave={leave} />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
);
