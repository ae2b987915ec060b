import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from './icon-button';
import { Modal } from './modal';

export interface DrawerProps {
  open: boolean;
  /** Called for Escape, for the close button, and for a press beside the drawer. */
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A sheet at the end of the page (the whole page on a phone). */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={titleId}
      className="drawer ml-auto h-dvh max-h-none w-full max-w-none overscroll-contain bg-paper p-0 text-ink shadow-lift sm:w-[32rem]"
    >
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 z-10 flex items-center justify-between gap-4 bg-paper px-5 pt-5 pb-3 sm:px-8 sm:pt-7">
          <h2 id={titleId} className="font-display text-3xl leading-tight font-medium">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose} className="-mr-2">
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </header>
        <div className="flex-1 px-5 pb-10 sm:px-8">{children}</div>
      </div>
    </Modal>
  );
}
