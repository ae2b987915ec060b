import { Check } from 'lucide-react';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import type { Owner } from './queries';

export interface OwnerDialogProps {
  open: boolean;
  owners: readonly Owner[];
  me: string;
  /** Who has it now. */
  current: string | null;
  onPick: (owner: string | null) => void;
  onClose: () => void;
}

/** Asks who takes it: the reader first, then the team by name. */
export function OwnerDialog({ open, owners, me, current, onPick, onClose }: OwnerDialogProps) {
  const able = owners.filter(({ active }) => active);
  const choices = [
    ...able.filter(({ id }) => id === me).map(({ id, name }) => ({ id, label: `Me (${name})` })),
    ...able.filter(({ id }) => id !== me).map(({ id, name }) => ({ id, label: name })),
    { id: null, label: 'No one' },
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Assign to">
      <ul className="mt-4 grid gap-1">
        {choices.map(({ id, label }) => (
          <li key={label}>
            <Button variant="quiet" aria-pressed={id === current} onClick={() => onPick(id)} className="w-full justify-start!">
              <span title={label} className="min-w-0 truncate">
                {label}
              </span>
              {id === current && <Check aria-hidden="true" className="ml-auto size-4.5 shrink-0" />}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </Dialog>
  );
}
