import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
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
        <button onClick={() => setOpen(false)}>Done</button>
      </Dialog>
    </>
  );
}

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
});
