import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FoldedFilters } from '@/ui/fields/folded-filters';

test('filters that a phone folds are opened and closed by a button that says how many narrow the list', async () => {
  const { rerender } = render(<FoldedFilters narrowed={0}>Any status</FoldedFilters>);
  const button = screen.getByRole('button', { name: 'Filters' });
  const shown = () => !document.getElementById(button.getAttribute('aria-controls') ?? '')?.classList.contains('max-sm:hidden');
  expect([button.getAttribute('aria-expanded'), shown()]).toEqual(['false', false]);
  await userEvent.click(button);
  expect([button.getAttribute('aria-expanded'), shown()]).toEqual(['true', true]);
  rerender(<FoldedFilters narrowed={2}>Any status</FoldedFilters>);
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBe(button);
});
