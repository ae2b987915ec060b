import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useAddress } from '@/ui/hooks/use-address';

it('builds each change on the last, also before the page shows it', async () => {
  let put: ReturnType<typeof useAddress>[1] = () => undefined;
  function Page() {
    const [params, change] = useAddress();
    put = change;
    return <p>{params.toString()}</p>;
  }
  const router = createMemoryRouter([{ path: '/', element: <Page />, loader: () => null }]);
  render(<RouterProvider router={router} />);
  await screen.findByText('', { selector: 'p' });
  const before = put;
  await act(async () => {
    before((all) => (all.set('view', 'week'), all));
    await new Promise((resume) => setTimeout(resume, 0));
    before((all) => (all.set('date', '2026-11-30'), all));
    before((all) => (all.set('location', 'loc_1'), all));
  });
  expect(await screen.findByText('view=week&date=2026-11-30&location=loc_1')).toBeInTheDocument();
});
