import { UserRoundSearch } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '@/ui/buttons/icon-button';
import { Drawer } from '@/ui/overlays/drawer';

/** Where there is no room beside a conversation, what would stand there opens over it. */
export function About({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="xl:hidden">
      <IconButton label={`About ${name}`} onClick={() => setOpen(true)}>
        <UserRoundSearch aria-hidden="true" className="size-4.5" />
      </IconButton>
      <Drawer open={open} onClose={() => setOpen(false)} title="About">
        {open && <div className="-mx-5">{children}</div>}
      </Drawer>
    </div>
  );
}
