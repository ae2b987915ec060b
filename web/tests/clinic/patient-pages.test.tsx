import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PatientPages } from '@/ui/patient-pages';

describe('the pages of a list', () => {
  it('are counted as people do', () => {
    const { rerender } = render(<PatientPages page={1} pages={3} size={10} total={23} onPage={() => {}} />);
    expect(screen.getByRole('status')).toHaveTextContent('Showing 1 to 10 of 23 patients');
    rerender(<PatientPages page={3} pages={3} size={10} total={23} onPage={() => {}} />);
    expect(screen.getByRole('status')).toHaveTextContent('Showing 21 to 23 of 23 patients');
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });
});
