import { Command } from 'lucide-react';
import { IconButton } from '@/ui/buttons/icon-button';
import { OPEN_PALETTE } from './shortcuts';

/** Opens the command palette by pointer; on a phone the menu does as well. */
export function PaletteButton() {
  return (
    <IconButton
      label="Go to a page (Ctrl K)"
      onClick={() => dispatchEvent(new Event(OPEN_PALETTE))}
      className="max-sm:hidden"
    >
      <Command aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
