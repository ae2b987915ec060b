import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { ToastProvider } from '@/ui/feedback/toast';

/** Renders a part of the clinic area as the application does, at an address of one's choice. */
export function show(element: ReactNode, address = '/') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  const view = render(
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { ...view, queries, search: () => router.state.location.search, path: () => router.state.location.pathname };
}

/** Makes every media query answer as a wide or a narrow window would. */
export function windowIs(size: 'wide' | 'narrow'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: size === 'wide' && query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
