import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useFoldedFilters } from '@/ui/fields/folded-filters';

function Filters({ narrowed }: { narrowed: number }) {
  const { beside, fold } = useFoldedFilters(narrowed);
  return (
    <>
      {beside('Save view')}
      <div {...fold}>Any status</div>
    </>
  );
}

test('filters that a phone folds are opened and closed by a button that says how many narrow the list', async () => {
  const { rerender } = render(<Filters narrowed={0} />);
  const button = screen.getByRole('button', { name: 'Filters' });
  const shown = () => !document.getElementById(button.getAttribute('aria-controls') ?? '')?.classList.contains('max-sm:hidden');
  expect([button.getAttribute('aria-expanded'), shown()]).toEqual(['false', false]);
  await userEvent.click(button);
  expect([button.getAttribute('aria-expanded'), shown()]).toEqual(['true', true]);
  rerender(<Filters narrowed={2} />);
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBe(button);
});
