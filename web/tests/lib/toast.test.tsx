import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '@/ui/overlays/dialog';
import { useToast } from '@/ui/feedback/toast';
import { show } from '../clinic/show';

function Page({ undo }: { undo: () => void }) {
  const [open, setOpen] = useState(false);
  const say = useToast();
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A visit">
        <button onClick={() => say('Moved.', { label: 'Undo', run: undo })}>Move</button>
        <button onClick={() => say('Saved.')}>Save</button>
        <button onClick={() => setOpen(false)}>Done</button>
      </Dialog>
    </>
  );
}

afterEach(() => void vi.useRealTimers());

describe('a toast', () => {
  it('stands in the modal that is open, where it can be pressed, and outlives it', async () => {
    const undo = vi.fn();
    show(<Page undo={undo} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = screen.getByRole('dialog', { name: 'A visit' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(within(dialog).getByRole('status')).toHaveTextContent('Moved.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
  });

  it('stands for ten seconds where there is something to press, and for five otherwise', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    show(<Page undo={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    for (const [name, ms] of [['Move', 10_000], ['Save', 5_000]] as const) {
      await user.click(screen.getByRole('button', { name }));
      act(() => void vi.advanceTimersByTime(ms - 500));
      expect(screen.getByText(`${name}d.`)).toBeInTheDocument();
      act(() => void vi.advanceTimersByTime(600));
      expect(screen.queryByText(`${name}d.`)).toBeNull();
    }
  });
});
