import { useId, type ReactNode } from 'react';
import { Modal } from './modal';
import { SheetHeader } from './sheet-header';

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
        <SheetHeader id={titleId} title={title} onClose={onClose} className="pt-5 pb-3 text-3xl sm:px-8 sm:pt-7" />
        <div className="flex-1 px-5 pb-10 sm:px-8">{children}</div>
      </div>
    </Modal>
  );
}
